// The heaps, as columns of objects.

import { drawing, label, shape } from "../dom.js";
import { many, say } from "../words.js";

const U = 12; // the room of an object
const HIGH = 10; // as many objects as a heap may have, and a line for its number

function heap(size, number, last) {
  const x = (number + 0.5) * U * 2;
  const objects = Array.from({ length: size }, (_, at) => shape("circle", { cx: x, cy: (HIGH - 1.5 - at) * U, r: U * 0.4, class: "warm" }));
  const mark = last?.heap === number ? shape("circle", { cx: x, cy: (HIGH - 0.5) * U, r: U * 0.4, class: "last" }) : null;
  return shape("g", {}, objects, mark, label(x, (HIGH - 0.5) * U, 6, number, "faint"));
}

export function board() {
  const svg = drawing(4 * U * 2, HIGH * U, "");
  return {
    node: svg,
    show(position, recent) {
      const last = recent.findLast((each) => each.kind === "Taken");
      svg.replaceChildren(...position.map((size, number) => heap(size, number, last)));
      svg.setAttribute("aria-label", say(`Haufen: ${position.join(", ")}`, `Heaps: ${position.join(", ")}`));
    },
  };
}

export function words(event, page) {
  if (event.kind !== "Taken") return null;
  const who = page.name(event.seat);
  return say(
    `${who} nimmt ${many(event.count, "Stück", "Stück")} von Haufen ${event.heap}`,
    `${who} takes ${many(event.count, "object", "objects")} from heap ${event.heap}`,
  );
}
