// A match that is over, told again: forwards, backwards, from any move.

import { element } from "./dom.js";
import { LINES, RECENT, stage } from "./stage.js";
import { duration, past, words } from "./words.js";

// Moves a second that one may choose, and what is chosen at first.
const SPEEDS = [1, 2, 5, 10, 25, 50];
const SPEED = 5;

// All that is to be seen after each move; what has not changed is shared.
function developed(frames) {
  let match = {};
  let position = null;
  return frames.map((frame) => {
    match = { ...match, ...frame.match };
    position = "position" in frame ? frame.position : { ...position, ...frame.changed };
    return { at: frame.at, match, position, events: frame.events };
  });
}

async function fetched(journal) {
  const answer = await fetch(`/api/past/${encodeURIComponent(journal)}`);
  if (answer.ok) return answer.json();
  const text = (await answer.text()).trim();
  throw new Error(words.noFilm[answer.status] ?? `${words.noFilm.other} (${text})`);
}

/** Shows a match in a place, from this move on; `moved` is told the move that is shown. */
export function replayView(place, journal, first, moved) {
  const status = element("p", { class: "faint", role: "status" }, words.film);
  place.replaceChildren(status);

  const slider = element("input", { type: "range", min: "0", step: "1", value: "0", "aria-label": words.move });
  const count = element("output", { class: "count" });
  const button = (sign, name, act) => {
    const made = element("button", { type: "button", "aria-label": name, title: name }, sign);
    made.addEventListener("click", act);
    return made;
  };
  const play = button("▶", words.play, () => toggle());
  const speed = element("select", { "aria-label": words.speed }, SPEEDS.map((each) => element("option", { value: each, selected: each === SPEED }, words.perSecond(each))));
  const tools = element(
    "div",
    { class: "tools", role: "group", "aria-label": words.replay },
    slider,
    element(
      "div",
      { class: "buttons" },
      button("«", words.first, () => go(0)),
      button("‹", words.previous, () => go(at - 1)),
      play,
      button("›", words.next, () => go(at + 1)),
      button("»", words.latest, () => go(frames.length - 1)),
      speed,
      count,
    ),
    element("p", { class: "faint keys" }, words.keys, " ", past.download(journal)),
  );

  let shown = null;
  let frames = [];
  let events = [];
  let texts = [];
  // How many events and texts there are up to and with each frame.
  let upTo = [];
  let at = 0;
  let wanted = first;
  let asked = 0;
  let timer = null;
  let closed = false;

  function prepare(film) {
    frames = developed(film.frames);
    shown.set(film.scene, frames.at(-1).match);
    for (const frame of frames) {
      events.push(...frame.events);
      texts.push(...frame.events.map((event) => shown.words(event)).filter(Boolean));
      upTo.push([events.length, texts.length]);
    }
    slider.max = String(frames.length - 1);
  }

  function draw() {
    asked = 0;
    if (closed) return;
    const frame = frames[at];
    const [seen, told] = upTo[at];
    shown.show(frame.match, frame.position, events.slice(Math.max(0, seen - RECENT), seen));
    shown.tell(texts.slice(Math.max(0, told - LINES), told), told - (upTo[at - 1]?.[1] ?? 0));
    shown.tick(false);
  }

  // Whatever is asked for between two pictures, the last of it is drawn.
  function go(number) {
    if (!frames.length) {
      wanted = number;
      return;
    }
    at = Math.max(0, Math.min(frames.length - 1, number));
    slider.value = String(at);
    count.textContent = `${at + 1} / ${frames.length} · ${duration(frames[at].at)}`;
    slider.setAttribute("aria-valuetext", count.textContent);
    if (at === frames.length - 1) pause();
    if (!asked) asked = requestAnimationFrame(draw);
    moved(at + 1);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    play.textContent = "▶";
    play.setAttribute("aria-label", words.play);
    play.title = words.play;
  }

  function start() {
    pause();
    if (at === frames.length - 1) go(0);
    timer = setInterval(() => go(at + 1), 1000 / Number(speed.value));
    play.textContent = "❚❚";
    play.setAttribute("aria-label", words.pause);
    play.title = words.pause;
  }

  function toggle() {
    if (timer === null) start();
    else pause();
  }

  slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
  speed.addEventListener("change", () => { if (timer !== null) start(); });

  const keys = {
    ArrowLeft: () => { pause(); go(at - 1); },
    ArrowRight: () => { pause(); go(at + 1); },
    Home: () => { pause(); go(0); },
    End: () => go(frames.length - 1),
    " ": toggle,
  };

  function press(event) {
    const inside = event.target instanceof Element ? event.target.closest("button, select, a, input, .log") : null;
    // What has keys of its own keeps them: the slider its arrows, a button its space bar.
    const own = inside !== null && (inside !== slider ? true : event.key !== " ");
    if (own || event.altKey || event.ctrlKey || event.metaKey || !frames.length || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }

  async function load() {
    const film = await fetched(journal);
    if (closed) return;
    shown = stage(place, film.game, `${film.game} · ${film.name}`, [tools]);
    await shown.ready().catch(() => { throw new Error(words.undrawable); });
    if (closed) return;
    if (!film.frames.length) throw new Error(words.noFilm.other);
    prepare(film);
    const { reason } = frames.at(-1).match;
    shown.mark.textContent = `${past.when(film.made)} · ${words.reasons[reason] ?? reason}`;
    document.title = `${film.name} · ${film.game} · boardhub`;
    go(wanted);
  }

  document.addEventListener("keydown", press);
  load().catch((error) => {
    if (closed) return;
    console.info(error);
    place.replaceChildren(element("p", { role: "alert" }, error.message), element("p", {}, element("a", { href: "#/" }, words.back)));
  });
  return {
    journal,
    seek: (number) => { pause(); go(number); },
    hear() {},
    close() {
      closed = true;
      pause();
      document.removeEventListener("keydown", press);
    },
  };
}
