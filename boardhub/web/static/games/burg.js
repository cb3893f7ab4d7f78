// Castles seen slantwise from above, knights on them, and the king.

import { drawing, element, label, seat, shape } from "../dom.js";
import { many, say } from "../words.js";

const SIZE = 8;
const U = 20; // the side of a square
const STEP = 1.6; // how much higher a block lies than the one below
const MOST = 10; // no more blocks than this are drawn on each other; the number tells
const TOP = MOST * STEP;

const corner = (square) => [(square % SIZE) * U, Math.floor(square / SIZE) * U + TOP];
const lift = (height) => Math.min(height, MOST) * STEP;

function ground() {
  const fields = [];
  for (let square = 0; square < SIZE * SIZE; square++) {
    const [x, y] = corner(square);
    fields.push(shape("rect", { x, y, width: U, height: U, class: "floor", stroke: "var(--line)", "stroke-width": 0.4 }));
  }
  const marks = [];
  for (let at = 0; at < SIZE; at++) {
    marks.push(label(at * U + U / 2, SIZE * U + TOP + 5, 5, at, "faint"), label(-5, at * U + U / 2 + TOP, 5, at, "faint"));
  }
  return [...fields, ...marks];
}

function tower(square, height, occupied) {
  const [x, y] = corner(square);
  const up = lift(height);
  const parts = [
    shape("rect", { x: x + 0.6, y: y + 0.6 - up, width: U - 1.2, height: U - 1.2 + up, rx: 1, class: "stone", stroke: "var(--wall)", "stroke-width": 0.5 }),
  ];
  for (let level = 1; level <= Math.min(height, MOST); level++) {
    const at = y + U - 0.6 - level * STEP;
    parts.push(shape("path", { d: `M${x + 0.6} ${at}h${U - 1.2}`, stroke: "var(--wall)", "stroke-width": 0.35, fill: "none" }));
  }
  // Battlements where nobody stands.
  if (!occupied) parts.push(label(x + U / 2, y + U / 2 - up, 8, height));
  else parts.push(label(x + 3.6, y + 4 - up, 5, height));
  return parts;
}

function knight(square, height, color) {
  const [left, top] = corner(square);
  const [x, y] = [left + U / 2 + 1.2, top + U / 2 - lift(height) + 0.6];
  return shape(
    "g",
    { class: seat(color) },
    shape("path", { d: `M${x - 5} ${y - 6.5}h10v7q0 5 -5 7.5q-5 -2.5 -5 -7.5z`, class: "seat outline", "stroke-width": 0.8 }),
    label(x, y - 0.4, 6, "OBGS"[color] ?? color, color === 3 ? "dark-on" : "light"),
  );
}

function crown(square, height) {
  const [left, top] = corner(square);
  const [x, y] = [left + U / 2 + 1.2, top + U / 2 - lift(height)];
  return shape("path", {
    d: `M${x - 6.5} ${y + 5}l-1 -9l4 4l3.5 -6.5l3.5 6.5l4 -4l-1 9z`, fill: "#e0b020", stroke: "#7a5a00", "stroke-width": 0.7, "stroke-linejoin": "round",
  });
}

// The squares of what was done last.
function marks(recent, heights) {
  const last = recent.findLast((each) => each.kind === "Acted");
  const squares = [];
  for (let at = 0; at + 1 < (last?.where.length ?? 0); at += 2) squares.push(last.where[at + 1] * SIZE + last.where[at]);
  return squares.map((square) => {
    const [x, y] = corner(square);
    const up = lift(heights[square]);
    return shape("rect", { x: x + 0.8, y: y + 0.8 - up, width: U - 1.6, height: U - 1.6 + up, rx: 1.2, class: "last", "stroke-width": 1.1 });
  });
}

export function board() {
  const svg = drawing(SIZE * U + 10, SIZE * U + TOP + 9, "");
  const moved = shape("g", { transform: "translate(9 0)" });
  const pieces = shape("g", {});
  moved.append(...ground(), pieces);
  svg.append(moved);
  const caption = element("p", { class: "faint" });
  return {
    node: element("div", {}, caption, svg),
    show(position, recent) {
      const owner = new Map(position.knights.flatMap((own, color) => own.map((square) => [square, color])));
      const parts = [];
      // From the back to the front: what is nearer hides what is behind it.
      position.heights.forEach((height, square) => {
        const isKing = square === position.king;
        if (height) parts.push(...tower(square, height, isKing || owner.has(square)));
        if (isKing) parts.push(crown(square, height));
        else if (owner.has(square)) parts.push(knight(square, height, owner.get(square)));
      });
      pieces.replaceChildren(...parts, ...marks(recent, position.heights));
      const turn = position.points ? say(`, noch ${many(position.points, "Aktionspunkt", "Aktionspunkte")}`, `, ${many(position.points, "action point", "action points")} left`) : "";
      caption.textContent = say(
        `Jahr ${position.year}, Runde ${position.round}, Zug ${position.place}${turn}; Vorrat ${position.supply} Bausteine, Stapel ${position.pile} Karten`,
        `Year ${position.year}, round ${position.round}, turn ${position.place}${turn}; supply ${position.supply} blocks, pile ${position.pile} cards`,
      );
      svg.setAttribute("aria-label", caption.textContent);
    },
  };
}

export function holdings(position, number) {
  const later = position.stacks[number].join("/");
  const blocks = say(many(position.blocks[number], "Baustein", "Bausteine"), many(position.blocks[number], "block", "blocks"));
  const knights = say(`${position.reserve[number]} Ritter in Reserve`, `${many(position.reserve[number], "knight", "knights")} in reserve`);
  const cards = say(many(position.cards[number], "Karte", "Karten"), many(position.cards[number], "card", "cards"));
  const then = later && say(`später ${later}`, `later ${later}`);
  return [[blocks, then, knights, cards].filter(Boolean).join(" · ")];
}
export { holdings as seat };

const ACTIONS = {
  ERHOEHE_PUNKTE: ["nimmt einen Punkt", "takes a point"],
  SETZE_RITTER: ["setzt einen Ritter auf", "puts a knight on"],
  SETZE_BAUSTEIN: ["legt einen Baustein auf", "lays a block on"],
  ZIEHE_RITTER: ["zieht einen Ritter", "moves a knight"],
  ZIEHE_KARTE: ["kauft eine Karte", "buys a card"],
  VERSETZE_BAUSTEIN: ["spielt eine Karte: versetzt einen Baustein", "plays a card: moves a block"],
  ZIEHE_DIAGONAL: ["spielt eine Karte: zieht schräg", "plays a card: moves diagonally"],
  UNTERSCHIEBE_BAUSTEIN: ["spielt eine Karte: schiebt einen Baustein unter auf", "plays a card: pushes a block under the knight on"],
  VERSETZE_RITTER: ["spielt eine Karte: versetzt einen Ritter", "plays a card: relocates a knight"],
  ZIEHE_ZWEIEBENEN: ["spielt eine Karte: steigt zwei Ebenen", "plays a card: climbs two levels"],
  ZIEHE_UEBER_RITTER: ["spielt eine Karte: springt über einen Ritter", "plays a card: jumps over a knight"],
  SETZE_BAUSTEIN_ALLGEMEIN: ["spielt eine Karte: legt einen Baustein aus dem Vorrat auf", "plays a card: lays a block of the supply on"],
  ZIEHE_DURCHTOR: ["spielt eine Karte: geht durch ein Tor", "plays a card: goes through a door"],
  SECHS_AKTIONSPUNKTE: ["spielt eine Karte: sechs Aktionspunkte", "plays a card: six action points"],
  SIEBEN_AKTIONSPUNKTE: ["spielt eine Karte: sieben Aktionspunkte", "plays a card: seven action points"],
  SETZE_RITTER_ERSTESMAL: ["setzt den ersten Ritter auf", "puts the first knight on"],
  SETZE_KOENIG: ["setzt den König auf", "puts the king on"],
};

function places(where) {
  const squares = [];
  for (let at = 0; at + 1 < where.length; at += 2) squares.push(`(${where[at]}, ${where[at + 1]})`);
  return squares.join(" → ");
}

export function words(event, page) {
  const who = page.name(event.color);
  switch (event.kind) {
    case "Acted": {
      const does = ACTIONS[event.action] ? say(...ACTIONS[event.action]) : event.action;
      return `${who} ${does} ${places(event.where)}`.trimEnd();
    }
    case "TurnBegan": return say(`${who} ist am Zug`, `It is ${who}'s turn`);
    case "TurnEnded": return null;
    case "RoundEnded": return say("Die Runde ist zu Ende", "The round is over");
    default: return null;
  }
}
