// Worms that crawl to a hole, on a board with obstacles.

import { drawing, element, label, seat, shape } from "../dom.js";
import { say } from "../words.js";

export const needsScene = true;

const U = 10; // the side of a field
const middle = ([x, y]) => [(x - 0.5) * U, (y - 0.5) * U];
const WAYS = { N: ["nach Norden", "north"], O: ["nach Osten", "east"], S: ["nach Süden", "south"], W: ["nach Westen", "west"] };

function ground(scene) {
  const { width, height } = scene;
  const lines = [];
  for (let x = 0; x <= width; x++) lines.push(`M${x * U} 0V${height * U}`);
  for (let y = 0; y <= height; y++) lines.push(`M0 ${y * U}H${width * U}`);
  const [hx, hy] = middle(scene.hole);
  return [
    shape("rect", { width: width * U, height: height * U, class: "floor" }),
    shape("path", { d: lines.join(""), class: "grid", "stroke-width": 0.25 }),
    ...scene.obstacles.map(([x, y]) => shape("rect", { x: (x - 1) * U + 0.5, y: (y - 1) * U + 0.5, width: U - 1, height: U - 1, rx: 1.5, class: "wall" })),
    shape("circle", { cx: hx, cy: hy, r: U * 0.42, class: "hole", "stroke-width": 0.9 }),
  ];
}

function worm(owner, number, fields, moved) {
  const points = fields.map(middle);
  const [[x, y], [nx, ny]] = points;
  // The eyes look away from the body.
  const [dx, dy] = [(x - nx) / U, (y - ny) / U];
  const eyes = [-1, 1].map((side) => shape("circle", { cx: x + dx * 2.2 + dy * side * 1.7, cy: y + dy * 2.2 + dx * side * 1.7, r: 0.85, class: "light" }));
  return shape(
    "g",
    { class: seat(owner) },
    moved ? shape("polyline", { points: points.join(" "), class: "last", "stroke-width": U * 0.66, "stroke-linecap": "round", "stroke-linejoin": "round" }) : null,
    shape("polyline", { points: points.join(" "), class: "worm", "stroke-width": U * 0.5, "stroke-linecap": "round", "stroke-linejoin": "round" }),
    shape("circle", { cx: x, cy: y, r: U * 0.38, class: "seat" }),
    ...eyes,
    label(x - dx * 1.2, y - dy * 1.2, 4.2, number, "light"),
  );
}

export function board(scene, page) {
  const svg = drawing(scene.width * U, scene.height * U, "");
  const worms = shape("g", {});
  svg.append(...ground(scene), worms);
  const caption = element("p", { class: "faint" });
  return {
    node: element("div", {}, caption, svg),
    show(position, recent) {
      const last = recent.findLast((each) => each.kind === "Moved");
      worms.replaceChildren(...position.worms.flatMap((own, owner) => own.map(([number, fields]) => worm(owner, number, fields, last?.seat === owner && last.worm === number))));
      const left = position.worms.map((own, owner) => `${page.name(owner)} ${own.length}`).join(", ");
      caption.textContent = say(`Zug ${position.turn} von ${2 * scene.limit}; Würmer auf dem Brett: ${left}`, `Turn ${position.turn} of ${2 * scene.limit}; worms on the board: ${left}`);
      svg.setAttribute("aria-label", caption.textContent);
    },
  };
}

export function onBoard(position, number) {
  return [say(`${position.worms[number].length} auf dem Brett`, `${position.worms[number].length} on the board`)];
}
export { onBoard as seat };

const ENDS = {
  ALLE_IM_LOCH: ["alle Würmer sind im Loch", "all worms are in the hole"],
  BLOCKIERT: ["niemand kann mehr ziehen", "nobody can move any more"],
  ZUGLIMIT: ["das Zuglimit ist erreicht", "the turn limit is reached"],
};

export function words(event, page) {
  const who = page.name(event.seat);
  switch (event.kind) {
    case "Moved": {
      const [german, english] = WAYS[event.direction];
      const into = event.now === null;
      return say(
        `${event.turn}. ${who}: Wurm ${event.worm} kriecht ${german}${into ? " ins Loch" : ""}`,
        `${event.turn}. ${who}: worm ${event.worm} crawls ${english}${into ? " into the hole" : ""}`,
      );
    }
    case "Passed": return say(`${event.turn}. ${who} kann nicht ziehen`, `${event.turn}. ${who} cannot move`);
    case "Lost": return say(`${who} verliert: ${event.why}`, `${who} loses: ${event.why}`);
    case "Finished": {
      const why = ENDS[event.why] ? say(...ENDS[event.why]) : event.why;
      if (event.winner === null) return say(`Unentschieden: ${why}`, `A draw: ${why}`);
      return say(`${page.name(event.winner)} gewinnt: ${why}`, `${page.name(event.winner)} wins: ${why}`);
    }
    default: return null;
  }
}
