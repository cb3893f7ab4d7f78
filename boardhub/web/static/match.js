// A match that is waiting, being played, or just over: as it is now.

import { element } from "./dom.js";
import { stage } from "./stage.js";
import { past, words } from "./words.js";

const KEPT = 200;

/** Where a match that is over is told again. */
export function again(journal) {
  return `#/past/${encodeURIComponent(journal)}`;
}

/** Shows a match in a place; `leave` is called when there will be nothing more to hear. */
export function matchView(place, game, name, leave) {
  const shown = stage(place, game, `${game} · ${name}`);
  let closed = false;
  let last = 0;
  let events = [];
  let texts = [];

  function heading(match) {
    if (match.phase !== "over") {
      shown.mark.textContent = words[match.phase];
      return;
    }
    shown.mark.replaceChildren(
      words.ended(words.reasons[match.reason] ?? match.reason),
      ...(match.journal ? [" · ", element("a", { href: again(match.journal) }, words.replay), " · ", past.download(match.journal)] : []),
    );
  }

  function add(list) {
    const fresh = list.filter((event) => event.n > last);
    const said = fresh.map((event) => shown.words(event)).filter(Boolean);
    last = fresh.at(-1)?.n ?? last;
    events = [...events, ...fresh].slice(-KEPT);
    texts = [...texts, ...said].slice(-KEPT);
    return said.length;
  }

  async function hear(kind, value) {
    if (kind === "gone") {
      leave();
      shown.mark.replaceChildren(`${words.missing} `, element("a", { href: "#/" }, words.back));
      return;
    }
    await shown.ready();
    if (closed) return;
    heading(value.match);
    if (kind === "state") {
      last = 0;
      events = [];
      texts = [];
      shown.set(value.scene, value.match);
    }
    const fresh = add(value.events);
    shown.show(value.match, value.position, events);
    shown.tell(texts, kind === "state" ? 0 : fresh);
    shown.tick(true);
  }

  const timer = setInterval(() => shown.tick(true), 100);
  // Messages are dealt with in order, also while the module is being loaded.
  let turn = Promise.resolve();
  return {
    hear(kind, value) {
      turn = turn.then(() => hear(kind, value)).catch((error) => {
        console.error(error);
        shown.mark.textContent = words.undrawable;
      });
    },
    close() {
      closed = true;
      clearInterval(timer);
    },
  };
}
