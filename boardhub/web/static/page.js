// The page: which view is shown, and the stream that keeps it up to date.

import { listView } from "./list.js";
import { matchView } from "./match.js";
import { replayView } from "./replay.js";
import { words, language } from "./words.js";

const main = document.getElementById("main");
const link = document.getElementById("link");
document.documentElement.lang = language;

let source = null;
let view = null;

function wanted() {
  const parts = location.hash.replace(/^#\/?/, "").split("/").filter(Boolean);
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return [];
  }
}

function open(address, names) {
  source = new EventSource(address);
  const mine = source;
  source.onopen = () => { link.textContent = ""; };
  source.onerror = () => {
    link.textContent = words.lost;
    // The browser gives up where the answer was an error, as when the daemon has just started.
    if (mine.readyState === EventSource.CLOSED && mine === source) setTimeout(() => mine === source && show(), 2000);
  };
  for (const name of names) {
    source.addEventListener(name, (event) => {
      if (mine === source) view.hear(name, JSON.parse(event.data));
    });
  }
}

// The address follows the move that is shown; browsers mind if it changes too often.
let writing = 0;
function follow(journal) {
  return (move) => {
    clearTimeout(writing);
    writing = setTimeout(() => history.replaceState(null, "", `#/past/${encodeURIComponent(journal)}/${move}`), 250);
  };
}

function showPast(journal, move) {
  const number = Math.max(0, (Number.parseInt(move, 10) || 1) - 1);
  if (view?.journal === journal) {
    view.seek(number);
    return;
  }
  leave();
  view = replayView(main, journal, number, follow(journal));
}

function leave() {
  clearTimeout(writing);
  source?.close();
  source = null;
  view?.close();
  view = null;
  link.textContent = "";
}

async function show() {
  const [game, name, move] = wanted();
  if (game === "past" && name !== undefined) {
    showPast(name, move);
    return;
  }
  leave();
  if (name === undefined) {
    view = listView(main);
    document.title = "boardhub";
    open("/api/events", ["state", "rows"]);
    return;
  }
  document.title = `${name} · ${game} · boardhub`;
  view = matchView(main, game, name, () => { source?.close(); source = null; });
  // A query, since a browser would leave a name out of a path that is nothing but dots.
  const query = `game=${encodeURIComponent(game)}&name=${encodeURIComponent(name)}`;
  const found = await fetch(`/api/matches?${query}`, { method: "HEAD" })
    .then((answer) => answer.status !== 404, () => true);
  if (wanted()[0] !== game || wanted()[1] !== name || source) return;
  if (!found) view.hear("gone", {});
  else open(`/api/events?${query}`, ["state", "step", "gone"]);
}

window.addEventListener("hashchange", () => { show(); main.focus({ preventScroll: true }); });
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && wanted().length) location.hash = "#/";
});
// A browser may keep a page that was left, and one of its few connections with it.
window.addEventListener("pagehide", () => {
  source?.close();
  source = null;
});
window.addEventListener("pageshow", (event) => {
  if (event.persisted) show();
});
show();
