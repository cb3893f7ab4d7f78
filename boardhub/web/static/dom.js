// Elements and drawings. Whatever comes from the daemon becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
  }
  // A string becomes a text node.
  node.append(...children.flat().filter((each) => each !== null && each !== undefined));
  return node;
}

/** An element of HTML: its name, attributes, and children (elements or texts). */
export function element(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of SVG. */
export function shape(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** A drawing of this size, in units of its own, with a text for those who cannot see it. */
export function drawing(width, height, label) {
  return shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
}

/** A text in a drawing, centred at a point. */
export function label(x, y, size, text, name = null) {
  return shape(
    "text",
    { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", class: name },
    String(text),
  );
}

/** The class that gives a seat its colour. */
export function seat(number) {
  return `seat${number % 16}`;
}
