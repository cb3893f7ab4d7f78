// What one sees of a match, live or told again: its board, its players, and what has happened.

import { element, seat } from "./dom.js";
import { clock, tell, thought, words } from "./words.js";

// How many of the latest events a drawing is told, and how many lines of them there are.
export const RECENT = 40;
export const LINES = 120;

/** The seats that are ahead, where anybody is. */
export function leaders(seats) {
  const scores = seats.filter((each) => each.name && each.score !== null).map((each) => each.score);
  const best = Math.max(...scores);
  if (scores.length < 2 || best === Math.min(...scores)) return new Set();
  return new Set(seats.flatMap((each, number) => (each.score === best ? [number] : [])));
}

/** An empty stage in a place. `tools` are elements below the board. */
export function stage(place, game, title, tools = []) {
  const mark = element("p", { class: "faint", role: "status" }, words.loading);
  const news = element("p", { class: "news" });
  const board = element("div", { class: "picture" });
  const seats = element("section", { class: "panel", "aria-label": words.seats });
  const log = element("ol", { class: "log", tabindex: "0", "aria-label": words.events });
  const nothing = element("p", { class: "faint" }, words.noEvents);
  place.replaceChildren(
    element("div", { class: "top" }, element("h1", {}, title), mark),
    element(
      "div",
      { class: "match" },
      element("section", { class: tools.length ? "board told" : "board" }, board, news, tools),
      element("div", { class: "side" }, seats, element("section", { class: "panel" }, element("h2", {}, words.events), nothing, log)),
    ),
  );

  let rules = null;
  let drawn = null;
  let match = null;
  let clocks = [];
  let shownAt = 0;

  const page = {
    name: (number) => match?.seats[number]?.name || `#${number}`,
    phase: () => match.phase,
  };

  function times(each) {
    return each.thought ? element("div", { class: "thought" }, thought(each.thought)) : null;
  }

  function drawSeats(position) {
    clocks = [];
    const ahead = leaders(match.seats);
    seats.replaceChildren(...match.seats.map((each, number) => {
      const time = element("span", { class: "clock" });
      if (each.asked) clocks.push({ time, left: each.left });
      const more = rules.seat?.(position, number, page) ?? [];
      const state = each.name && each.presence === "connected" ? "" : words[each.presence] ?? "";
      const score = each.score === null || !each.name ? "" : String(each.score);
      return element(
        "div",
        { class: `seat ${seat(number)} ${each.asked ? "asked" : ""} ${ahead.has(number) ? "ahead" : ""} ${each.presence}` },
        element(
          "div",
          { class: "head" },
          element("span", { class: `dot ${rules.dot?.(position, number) ?? ""}` }),
          element("span", { class: "name" }, each.name || "–"),
          time,
          ahead.has(number) ? element("span", { class: "star", role: "img", "aria-label": words.ahead, title: words.ahead }, "★") : null,
          element("span", { class: "score" }, score),
        ),
        state || more.length ? element("div", { class: "more" }, state, state && more.length ? " · " : "", ...more) : null,
        times(each),
      );
    }));
  }

  return {
    mark,
    page,

    /** The module that draws the game is needed before anything else can be shown. */
    async ready() {
      rules ??= await import(`./games/${encodeURIComponent(game)}.js`);
    },

    /** Another scene, for a match with these players: a new board. */
    set(scene, now) {
      match = now;
      drawn = scene === null && rules.needsScene ? null : rules.board(scene, page);
      board.replaceChildren(drawn?.node ?? element("p", { class: "faint" }, words.nothing));
    },

    /** A match and its position as they are now; `recent` are the latest events, the newest last. */
    show(now, position, recent) {
      match = now;
      shownAt = performance.now();
      drawn?.show(position, recent.slice(-RECENT));
      drawSeats(position);
    },

    /** An event as a sentence; null: there is nothing to be said of it. */
    words(event) {
      return tell(event, page.name) ?? rules.words?.(event, page) ?? null;
    },

    /** What has happened, as texts, the newest last; the last of them, so many, have just happened. */
    tell(texts, fresh) {
      const first = Math.max(0, texts.length - LINES);
      const lines = texts.slice(first).map((text, at) => element("li", { class: at >= texts.length - fresh - first ? "fresh" : null }, text));
      log.replaceChildren(...lines.reverse());
      news.textContent = texts.at(-1) ?? "";
      nothing.hidden = lines.length > 0;
    },

    /** Let clocks run down; where they stand `running` is false. */
    tick(running) {
      const passed = running ? (performance.now() - shownAt) / 1000 : 0;
      for (const { time, left } of clocks) time.textContent = clock(left === null ? null : left - passed);
    },
  };
}
