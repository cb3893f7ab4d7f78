// The list of all matches: those there are now, and those that are over.

import { element, seat } from "./dom.js";
import { again } from "./match.js";
import { leaders } from "./stage.js";
import { clock, past, words } from "./words.js";

const ORDER = ["running", "waiting", "over"];

function key(match) {
  return JSON.stringify([match.game, match.name]);
}

// The times that run down in a card, by the element that shows them.
const running = new WeakMap();

function tick(place) {
  for (const each of place.querySelectorAll(".clock")) {
    const { left, since } = running.get(each);
    each.textContent = clock(left === null ? null : left - (performance.now() - since) / 1000);
  }
}

function time(left) {
  const node = element("span", { class: "clock" });
  running.set(node, { left, since: performance.now() });
  return node;
}

function player(each, number, ahead) {
  const name = each.name || words[each.presence] || "";
  return element(
    "li",
    { class: `${seat(each.seat ?? number)} ${ahead ? "ahead" : ""}` },
    element("span", { class: "dot" }),
    element("span", { class: each.name ? "name" : "name faint" }, name),
    each.asked ? time(each.left) : null,
    ahead ? element("span", { class: "star", role: "img", "aria-label": words.ahead }, "★") : null,
    element("span", { class: "faint" }, each.score === null || !each.name ? "" : String(each.score)),
  );
}

function card(match) {
  const mark = match.phase === "over" ? words.reasons[match.reason] ?? match.reason : words[match.phase];
  const live = `#/${encodeURIComponent(match.game)}/${encodeURIComponent(match.name)}`;
  const ahead = leaders(match.seats);
  return element(
    "li",
    { "data-game": match.game },
    element(
      "a",
      { href: match.phase === "over" && match.journal ? again(match.journal) : live },
      element(
        "div",
        { class: "title" },
        element("span", {}, `${match.game} · ${match.name}`),
        element("span", { class: `mark ${match.phase}` }, mark),
      ),
      element("ul", { class: "players" }, match.seats.map((each, number) => player(each, number, ahead.has(number)))),
      match.made ? element("div", { class: "faint when" }, past.when(match.made)) : null,
    ),
  );
}

// Matches that the daemon has forgotten but for their journals, page by page.
function earlier(isListed) {
  const list = element("ul", { class: "matches" });
  const more = element("button", { type: "button", hidden: "" }, words.more);
  const cards = new Map();
  let game = "";
  let last = null;
  let asked = 0;

  async function load() {
    const mine = ++asked;
    const query = new URLSearchParams({ ...(game && { game }), ...(last && { before: last }) });
    more.disabled = true;
    const page = await fetch(`/api/past?${query}`).then((answer) => (answer.ok ? answer.json() : null), () => null);
    if (mine !== asked) return;
    more.disabled = false;
    more.hidden = page !== null && !page.more;
    for (const match of page?.matches ?? []) {
      last = match.journal;
      if (isListed(match.journal) || cards.has(match.journal)) continue;
      const made = card(match);
      cards.set(match.journal, made);
      list.append(made);
    }
    more.dispatchEvent(new Event("loaded"));
  }

  more.addEventListener("click", load);
  return {
    list,
    more,
    start(wanted) {
      game = wanted;
      last = null;
      cards.clear();
      list.replaceChildren();
      load();
    },
    add(match) {
      const made = card(match);
      cards.set(match.journal, made);
      list.prepend(made);
    },
    drop(journal) {
      cards.get(journal)?.remove();
      cards.delete(journal);
    },
    stop() { asked++; },
  };
}

/** Shows the list in a place. */
export function listView(place) {
  // One entry a match, and its card: only what has changed is drawn again.
  const matches = new Map();
  const cards = new Map();
  const none = element("p", { class: "faint" }, words.loading);
  const filter = element("select", { "aria-label": words.game }, element("option", { value: "" }, words.allGames));
  const before = earlier((journal) => [...matches.values()].some((each) => each.journal === journal));
  const parts = new Map(
    ORDER.map((phase) => {
      const list = element("ul", { class: "matches" });
      const title = element("h2", {}, words[`${phase}Title`]);
      return [phase, { list, part: element("section", { hidden: "" }, title, list) }];
    }),
  );
  parts.get("over").part.append(before.list, before.more);
  place.replaceChildren(element("div", { class: "filter" }, filter), none, ...[...parts.values()].map((each) => each.part));

  function isHidden(game) {
    return filter.value !== "" && filter.value !== game;
  }

  function offer(game) {
    if ([...filter.options].some((each) => each.value === game)) return;
    filter.append(element("option", { value: game }, game));
  }

  function put(match) {
    const id = key(match);
    const former = cards.get(id);
    const now = card(match);
    now.hidden = isHidden(match.game);
    const focused = former?.contains(document.activeElement);
    const { list } = parts.get(match.phase);
    if (former?.parentNode === list) former.replaceWith(now);
    else {
      former?.remove();
      if (match.phase === "over") list.prepend(now);
      else list.append(now);
    }
    matches.set(id, match);
    cards.set(id, now);
    offer(match.game);
    if (match.journal) before.drop(match.journal);
    if (focused) now.querySelector("a").focus();
  }

  function drop(id) {
    const match = matches.get(id);
    cards.get(id)?.remove();
    cards.delete(id);
    matches.delete(id);
    if (match?.journal && !isHidden(match.game)) before.add(match);
  }

  function settle() {
    for (const card of before.list.children) offer(card.dataset.game);
    const earlierOnes = before.list.childElementCount + (before.more.hidden ? 0 : 1);
    for (const [phase, { list, part }] of parts) {
      const some = [...list.children].some((each) => !each.hidden);
      part.hidden = !some && !(phase === "over" && earlierOnes);
    }
    none.textContent = words.none;
    none.hidden = [...matches.values()].some((each) => each.phase !== "over" && !isHidden(each.game));
  }

  filter.addEventListener("change", () => {
    for (const [id, each] of cards) each.hidden = isHidden(matches.get(id).game);
    before.start(filter.value);
    settle();
  });
  before.more.addEventListener("loaded", settle);

  const timer = setInterval(tick, 200, place);
  return {
    hear(name, value) {
      if (name === "state") {
        const listed = new Set(value.matches.map(key));
        for (const id of [...matches.keys()]) if (!listed.has(id)) drop(id);
        value.matches.forEach(put);
        before.start(filter.value);
      } else {
        value.gone.forEach((each) => drop(JSON.stringify(each)));
        value.changed.forEach(put);
      }
      settle();
      tick(place);
    },
    close() {
      before.stop();
      clearInterval(timer);
    },
  };
}
