// The arena: walls, poison, and players who look somewhere.

import { drawing, element, label, shape } from "../dom.js";
import { say } from "../words.js";

export const needsScene = true;

const U = 10; // the side of a field
const STEPS = {
  NORTH: [0, -1], NORTH_WEST: [-1, -1], WEST: [-1, 0], SOUTH_WEST: [-1, 1],
  SOUTH: [0, 1], SOUTH_EAST: [1, 1], EAST: [1, 0], NORTH_EAST: [1, -1],
};
const WAYS = {
  NORTH: ["Norden", "north"], NORTH_WEST: ["Nordwesten", "north-west"], WEST: ["Westen", "west"], SOUTH_WEST: ["Südwesten", "south-west"],
  SOUTH: ["Süden", "south"], SOUTH_EAST: ["Südosten", "south-east"], EAST: ["Osten", "east"], NORTH_EAST: ["Nordosten", "north-east"],
};
const HALF_VIEW = (89.5 / 2) * (Math.PI / 180);
const RAYS = 36;

function ground(scene) {
  const rows = scene.rows;
  const [width, height] = [rows[0].length, rows.length];
  const walls = [];
  const doses = new Map();
  rows.forEach((row, y) => [...row].forEach((sign, x) => {
    const square = `M${x * U} ${y * U}h${U}v${U}h${-U}z`;
    if (sign === "#") walls.push(square);
    const poison = scene.poison[y]?.[x] ?? " ";
    const dose = poison === "0" || poison === "#" ? 10 : Number(poison.trim() || 0);
    if (sign !== "#" && dose) doses.set(dose, (doses.get(dose) ?? "") + square);
  }));
  const lines = [];
  for (let x = 1; x < width; x++) lines.push(`M${x * U} 0V${height * U}`);
  for (let y = 1; y < height; y++) lines.push(`M0 ${y * U}H${width * U}`);
  return [
    shape("rect", { width: width * U, height: height * U, class: "floor" }),
    ...[...doses].map(([dose, d]) => shape("path", { d, class: "poison", opacity: 0.08 + dose * 0.06 })),
    shape("path", { d: lines.join(""), class: "grid", "stroke-width": 0.2 }),
    shape("path", { d: walls.join(""), class: "wall" }),
  ];
}

// How far one looks in a direction, up to a wall; for the eye alone, the rules count exactly.
function reach(rows, x, y, angle) {
  const [dx, dy] = [Math.cos(angle) / 8, Math.sin(angle) / 8];
  let [px, py] = [x + 0.5, y + 0.5];
  for (let step = 0; step < 1600; step++) {
    const row = rows[Math.floor(py + dy)];
    if (row === undefined || (row[Math.floor(px + dx)] ?? "#") === "#") break;
    px += dx;
    py += dy;
  }
  return `${px * U} ${py * U}`;
}

function cone(rows, figure) {
  const [dx, dy] = STEPS[figure.view];
  const ahead = Math.atan2(dy, dx);
  const points = [`${(figure.x + 0.5) * U} ${(figure.y + 0.5) * U}`];
  for (let ray = 0; ray <= RAYS; ray++) points.push(reach(rows, figure.x, figure.y, ahead - HALF_VIEW + (2 * HALF_VIEW * ray) / RAYS));
  return shape("polygon", { points: points.join(" "), class: "cone" });
}

// Who has turned RED since the players were asked the last time but one: it is to be seen for a while.
function turned(recent) {
  const asked = recent.flatMap((each, at) => (each.kind === "RoundBegan" ? [at] : []));
  const since = asked.at(-2) ?? 0;
  return new Set(recent.slice(since).filter((each) => each.kind === "TurnedRed").map((each) => each.number));
}

// Drawn around its own origin: on a wide map figures are larger than their fields, to be seen at all.
function fighter(figure, life, fresh, scale) {
  const [dx, dy] = STEPS[figure.view];
  const length = Math.hypot(dx, dy);
  const [ex, ey] = [dx / length, dy / length];
  const tip = [ex * 6.8, ey * 6.8];
  const sides = [-1, 1].map((side) => [ex * 2.4 - ey * side * 3, ey * 2.4 + ex * side * 3]);
  const share = Math.max(0, Math.min(1, (life ?? 0) / 10000));
  const round = 2 * Math.PI * 3.9;
  const place = `translate(${(figure.x + 0.5) * U} ${(figure.y + 0.5) * U}) scale(${scale})`;
  return shape(
    "g",
    { transform: place },
    fresh ? shape("circle", { r: 7.5, class: "last", "stroke-width": 1.4 }) : null,
    shape("polygon", { points: [sides[0], tip, sides[1]].join(" "), fill: "var(--ink)" }),
    shape("circle", { r: 3.6, class: "seat" }),
    shape("circle", {
      r: 3.9, fill: "none", stroke: "var(--ink)", "stroke-width": 0.6,
      "stroke-dasharray": `${share * round} ${round}`, transform: "rotate(-90)",
    }),
    label(0, 0.2, figure.number > 9 ? 3.6 : 4.6, figure.number, "light"),
  );
}

export function board(scene, page) {
  const { rows } = scene;
  const svg = drawing(rows[0].length * U, rows.length * U, "");
  const scale = Math.min(2, Math.max(1, rows[0].length / 22));
  const cones = shape("g", {});
  const figures = shape("g", {});
  svg.append(...ground(scene), cones, figures);
  const caption = element("p", { class: "faint" });
  return {
    node: element("div", {}, caption, svg),
    show(position, recent) {
      const fresh = turned(recent);
      const red = new Set(position.red);
      const team = (number) => (red.has(number) ? "red" : "blue");
      cones.replaceChildren(...position.figures.map((each) => shape("g", { class: team(each.number) }, cone(rows, each))));
      figures.replaceChildren(...position.figures.map((each) =>
        shape("g", { class: team(each.number) }, shape("title", {}, page.name(each.number)), fighter(each, position.lives[each.number], fresh.has(each.number), scale))));
      const blue = position.figures.length - position.figures.filter((each) => red.has(each.number)).length;
      const text = say(`Runde ${position.round}: ${blue} BLAU, ${position.figures.length - blue} ROT`, `Round ${position.round}: ${blue} BLUE, ${position.figures.length - blue} RED`);
      caption.textContent = text;
      svg.setAttribute("aria-label", text);
    },
  };
}

export function dot(position, number) {
  return position.red.includes(number) ? "red" : "blue";
}

export function seat(position, number) {
  if (!position.inside.includes(number)) return [];
  const team = position.red.includes(number) ? say("ROT", "RED") : say("BLAU", "BLUE");
  const life = position.lives[number];
  return [`#${number} ${team}`, ...(life === undefined ? [] : [say(`, Energie ${life / 100}`, `, energy ${life / 100}`)])];
}

export function words(event, page) {
  const who = page.name(event.number);
  switch (event.kind) {
    case "RoundBegan": return say(`Runde ${event.round}`, `Round ${event.round}`);
    case "Answered":
      if (event.direction === "-") return say(`${who} sagt nichts`, `${who} says nothing`);
      if (event.direction === "NONE") return say(`${who} bleibt und blickt nach ${WAYS[event.view][0]}`, `${who} stays and looks ${WAYS[event.view][1]}`);
      return say(
        `${who} geht nach ${WAYS[event.direction][0]}, Blick nach ${WAYS[event.view][0]}`,
        `${who} goes ${WAYS[event.direction][1]}, looking ${WAYS[event.view][1]}`,
      );
    case "TurnedRed": {
      const by = event.by.map(page.name).join(", ");
      if (event.why === "GEFANGEN") return say(`${who} wird ROT, gefangen von ${by}`, `${who} turns RED, caught by ${by}`);
      if (event.why === "GIFT") return say(`${who} wird ROT: vergiftet`, `${who} turns RED: poisoned`);
      return say(`${who} wird ROT: durch das Los`, `${who} turns RED: by lot`);
    }
    case "Scored": return say(`${who} hat jetzt ${event.points} Punkte`, `${who} has ${event.points} points now`);
    case "Went": return say(`${who} hat das Spiel verlassen`, `${who} has left`);
    default: return null;
  }
}
