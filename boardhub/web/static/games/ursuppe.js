// The soup: amoebas and food on the squares, drift and ozone in the middle, the ladder below.

import { drawing, element, label, seat, shape } from "../dom.js";
import { many, say } from "../words.js";

const U = 40; // the side of a square
const SIDE = 5;
const STEP = 11.4; // a space of the ladder
const PER_ROW = 17;
const WAYS = ["", ["nach Westen", "west"], ["nach Norden", "north"], ["nach Osten", "east"], ["nach Süden", "south"], ["keine", "none"]];
const TURNS = [0, 180, 270, 0, 90, 0];
const PHASES = [
  ["Aufbau", "set-up"], ["Bewegen und Fressen", "moving and eating"], ["Gendefekte", "gene defects"],
  ["Gene kaufen", "buying genes"], ["Zellteilung", "division"], ["Todesfälle", "deaths"], ["Wertung", "scoring"],
];

function amoeba(x, y, r, color, number, damage) {
  const wobble = (number * 47 + color * 80) % 360;
  const skin = `M${-r} 0C${-r} ${-r * 0.9} ${-r * 0.4} ${-r} 0 ${-r * 0.85}S${r} ${-r * 0.8} ${r * 0.95} 0S${r * 0.5} ${r} 0 ${r * 0.9}S${-r} ${r * 0.7} ${-r} 0Z`;
  const wounds = [];
  for (let at = 0; at < damage; at++) {
    wounds.push(shape("circle", { cx: x - r * 0.6 + at * r * 0.6, cy: y + r * 0.95, r: r * 0.26, fill: "var(--red)", class: "outline", "stroke-width": 0.3 }));
  }
  return [
    shape("path", { d: skin, transform: `translate(${x} ${y}) rotate(${wobble})`, class: "seat outline", "stroke-width": 0.5 }),
    label(x, y + 0.2, r * 1.15, number, color === 3 ? "dark-on" : "light"),
    ...wounds,
  ];
}

function food(x, y, counts) {
  const wide = (U - 3) / counts.length;
  return counts.map((count, color) => {
    const at = x + 1.5 + color * wide;
    return shape(
      "g",
      { class: seat(color), opacity: count ? null : 0.25 },
      shape("rect", { x: at, y: y + U - 6.5, width: 3.4, height: 3.4, rx: 0.6, class: "seat" }),
      shape("text", { x: at + 4, y: y + U - 3.3, "font-size": 4 }, String(count)),
    );
  });
}

// The amoeba that something was done with last.
function active(recent) {
  const last = recent.findLast((each) => "amoeba" in each);
  return (color, number) => last?.color === color && last.amoeba === number;
}

function cell(x, y, content, wounds, isActive) {
  const [left, top] = [x * U, y * U];
  const parts = [shape("rect", { x: left + 0.5, y: top + 0.5, width: U - 1, height: U - 1, rx: 3, class: "water" }), ...food(left, top, content.cubes)];
  const all = content.amoebas.flatMap((own, color) => own.map((number) => [color, number]));
  const columns = Math.max(2, Math.ceil(Math.sqrt(all.length)));
  const wide = (U - 4) / columns;
  const high = (U - 10) / Math.max(2, Math.ceil(all.length / columns));
  all.forEach(([color, number], at) => {
    const [cx, cy] = [left + 2 + (at % columns) * wide + wide / 2, top + 1.5 + Math.floor(at / columns) * high + high / 2];
    const r = Math.min(wide, high) * 0.42;
    if (isActive(color, number)) parts.push(shape("circle", { cx, cy, r: r * 1.15, class: "last", "stroke-width": 1.2 }));
    parts.push(shape("g", { class: seat(color) }, ...amoeba(cx, cy, r, color, number, wounds[color].get(number) ?? 0)));
  });
  return parts;
}

function drift(card) {
  const [direction, ozone] = card;
  const middle = 2.5 * U;
  const arrow = direction === 5
    ? shape("circle", { cx: middle, cy: middle - 6, r: 3, class: "warm" })
    : shape("path", { d: "M-11 -2.5h12v-4l10 6.5l-10 6.5v-4h-12z", class: "warm", transform: `translate(${middle} ${middle - 6}) rotate(${TURNS[direction]})` });
  return [arrow, label(middle, middle + 11, 6, say(`Ozon ${ozone}`, `ozone ${ozone}`))];
}

function space(at) {
  const row = Math.floor(at / PER_ROW);
  // The way turns at the end of each row.
  const column = row % 2 ? PER_ROW - 1 - (at % PER_ROW) : at % PER_ROW;
  return [3 + column * STEP, SIDE * U + 5 + row * STEP];
}

function ladder(scene) {
  const parts = [];
  for (let at = 0; at < scene.ladder; at++) {
    const [x, y] = space(at);
    parts.push(shape("rect", { x, y, width: STEP - 0.8, height: STEP - 0.8, rx: 1, class: at >= scene.finish ? "good" : "floor", opacity: at >= scene.finish ? 0.35 : null, stroke: "var(--line)", "stroke-width": 0.3 }));
    parts.push(label(x + 2.6, y + 2.4, 3, at, "faint"));
  }
  return parts;
}

function markers(tribes) {
  return tribes.filter((each) => each.ladder >= 0).map((each) => {
    const [x, y] = space(each.ladder);
    const color = tribes.indexOf(each);
    const together = tribes.filter((other, at) => at < color && other.ladder === each.ladder).length;
    return shape("circle", { cx: x + 6 + together * 1.6, cy: y + 6.2, r: 3.1, class: `seat outline ${seat(color)}`, "stroke-width": 0.5 });
  });
}

let genes = [];

export function board(scene) {
  genes = scene.genes;
  const rows = Math.ceil(scene.ladder / PER_ROW);
  const svg = drawing(SIDE * U, SIDE * U + rows * STEP + 7, "");
  const soup = shape("g", {});
  const marks = shape("g", {});
  svg.append(soup, ...ladder(scene), marks);
  const caption = element("p", { class: "faint" });
  return {
    node: element("div", {}, caption, svg),
    show(position, recent) {
      const isActive = active(recent);
      const wounds = position.tribes.map((tribe) => new Map(tribe.amoebas));
      const squares = position.rows.flatMap((row, y) => row.flatMap((each, x) => (each ? cell(x, y, each, wounds, isActive) : [])));
      soup.replaceChildren(...squares, ...drift(position.card));
      marks.replaceChildren(...markers(position.tribes));
      const phase = say(...PHASES[position.phase]);
      const way = say(...WAYS[position.card[0]]);
      const dice = position.rolled === null ? "" : say(`, gewürfelt ${position.rolled[1]} und ${position.rolled[2]}`, `, rolled ${position.rolled[1]} and ${position.rolled[2]}`);
      caption.textContent = say(
        `Runde ${position.round}, Phase ${position.phase} (${phase}), Strömung ${way}${dice}; Vorrat ${position.supply.join("/")}`,
        `Round ${position.round}, phase ${position.phase} (${phase}), drift ${way}${dice}; supply ${position.supply.join("/")}`,
      );
      svg.setAttribute("aria-label", caption.textContent);
    },
  };
}

export function tribe(position, number) {
  const own = position.tribes[number];
  const points = say(many(own.points, "Biopunkt", "Biopunkte"), many(own.points, "biology point", "biology points"));
  const amoebas = say(many(own.amoebas.length, "Amöbe", "Amöben"), many(own.amoebas.length, "amoeba", "amoebas"));
  const names = own.genes.map((gene) => genes[gene]).join(", ");
  return [`${points}, ${amoebas}`, ...(names ? [element("div", {}, names)] : [])];
}
export { tribe as seat };

function listed(numbers) {
  return numbers.map((gene) => genes[gene] ?? gene).join(", ") || say("nichts", "nothing");
}

const sum = (cubes) => cubes.reduce((all, each) => all + each, 0);

function grown(event, who) {
  switch (event.kind) {
    case "DefectsPaid": return event.genes.length ? say(`${who} gibt wegen Defekten ab: ${listed(event.genes)}`, `${who} gives up for defects: ${listed(event.genes)}`) : null;
    case "GenesBought": {
      if (!event.genes.length) return null;
      const given = event.given_up.length ? say(` (gibt ab: ${listed(event.given_up)})`, ` (gives up: ${listed(event.given_up)})`) : "";
      return say(`${who} kauft ${listed(event.genes)}${given}`, `${who} buys ${listed(event.genes)}${given}`);
    }
    case "AmoebasPlaced": {
      const where = event.placements.map(([number, x, y]) => `${number} (${x}, ${y})`).join(", ");
      return where ? say(`${who} setzt Amöben: ${where}`, `${who} places amoebas: ${where}`) : null;
    }
    case "PositionChosen": return say(`${who} beginnt auf Platz ${event.position}`, `${who} starts on space ${event.position}`);
    case "PointsChanged": {
      const change = event.difference > 0 ? `+${event.difference}` : event.difference;
      return say(`${who}: ${change} Biopunkte`, `${who}: ${change} biology ${Math.abs(event.difference) === 1 ? "point" : "points"}`);
    }
    case "Scored": return say(`${who} steht auf Platz ${event.total}`, `${who} is on space ${event.total}`);
    default: return null;
  }
}

export function words(event, page) {
  const who = page.name(event.color);
  const it = say(`${who}, Amöbe ${event.amoeba}`, `${who}, amoeba ${event.amoeba}`);
  switch (event.kind) {
    case "RoundBegan": return say(`Runde ${event.number}`, `Round ${event.number}`);
    case "CardTurned": return say(`Umweltkarte: Strömung ${WAYS[event.direction][0]}, Ozon ${event.ozone}`, `Environment: drift ${WAYS[event.direction][1]}, ozone ${event.ozone}`);
    case "Rolled": return say(`${who} würfelt ${event.first} und ${event.second}`, `${who} rolls ${event.first} and ${event.second}`);
    case "Moved": {
      const how = event.direction === 5 ? say("bleibt", "stays") : say(`${event.flight ? "flieht" : "zieht"} ${WAYS[event.direction][0]}`, `${event.flight ? "flees" : "goes"} ${WAYS[event.direction][1]}`);
      return `${it}: ${how}`;
    }
    case "Ate": return sum(event.cubes) ? say(`${it}: frisst ${sum(event.cubes)}`, `${it}: eats ${sum(event.cubes)}`) : say(`${it}: hungert`, `${it}: starves`);
    case "Damaged": return say(`${it}: Schadenspunkt`, `${it}: damaged`);
    case "AmoebaRemoved": return say(`${it}: stirbt`, `${it}: dies`);
    case "Parasitized": return say(`${it}: schmarotzt bei ${page.name(event.victim)}`, `${it}: takes food from ${page.name(event.victim)}`);
    case "Attacked":
    case "Aggressed": return say(`${it}: greift ${page.name(event.victim)}, Amöbe ${event.victim_amoeba} an`, `${it}: attacks ${page.name(event.victim)}, amoeba ${event.victim_amoeba}`);
    case "DefenceWorked": return say(`${it}: wehrt sich mit Erfolg`, `${it}: wards it off`);
    case "DefenceFailed": return say(`${it}: wehrt sich vergeblich`, `${it}: cannot ward it off`);
    default: return grown(event, who);
  }
}
