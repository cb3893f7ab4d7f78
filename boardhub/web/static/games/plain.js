// A game that brings no drawing: what may be known of it, as text.

import { element } from "../dom.js";

export function board() {
  const node = element("pre", {});
  return { node, show(position) { node.textContent = JSON.stringify(position, null, 1); } };
}

export function words(event) {
  const { n, kind, ...rest } = event;
  return `${kind} ${JSON.stringify(rest)}`;
}
