// The page's own words, in German and English, as the browser prefers.

import { element } from "./dom.js";

const WORDS = {
  en: {
    running: "running", waiting: "waiting for players", over: "over",
    runningTitle: "Being played", waitingTitle: "Waiting for players", overTitle: "Over",
    none: "There is no match now. It will appear here when there is one.",
    free: "free", reserved: "reserved", held: "connection lost, may come back", gone: "has left",
    asked: "to move", stands: "clock stands", seats: "Players", events: "What has happened",
    lost: "Connection lost; trying again …", missing: "This match is not listed any more.",
    back: "All matches", nothing: "The board is shown when the match begins.", points: "points",
    noEvents: "Nothing yet.", loading: "Loading …", undrawable: "The board could not be drawn.",
    ahead: "ahead", game: "Game", allGames: "All games", more: "More …",
    replay: "Watch again", download: "Download the journal", film: "The match is being prepared …",
    move: "Move", first: "To the beginning", previous: "One move back", next: "One move on", latest: "To the end",
    play: "Play", pause: "Pause", speed: "Speed", perSecond: (n) => `${n}/s`,
    keys: "Keys: ← → a move, Home and End, space bar to play.",
    thought: (last, mean, total) => `thought ${last} · mean ${mean} · total ${total}`,
    noFilm: {
      404: "There is no such match.", 409: "This match is not over, so it cannot be told again yet.",
      429: "These were many matches in a short time. Please wait a little and try again.",
      503: "Many matches are being prepared just now. Please try again in a moment.",
      other: "This match cannot be told again.",
    },
    joined: (a) => `${a} takes a seat`, began: () => "The match begins", heldEvent: (a) => `${a} has lost the connection`,
    backEvent: (a) => `${a} is back`, leftEvent: (a) => `${a} has left`, late: (a) => `${a} is out of time`,
    said: (a, text) => `${a}: “${text}”`, restarted: () => "The server was started again",
    ended: (why) => `The match is over: ${why}`, somebody: "the game",
    reasons: {
      finished: "finished", forfeited: "forfeited", deserted: "everybody has left", limit: "it took too long",
      aborted: "ended by the organiser", "void-crash": "void, a fault of the rules", "void-disk": "void, it could not be recorded",
      "void-restart": "void, after a restart", "void-start": "void, programs did not start",
    },
  },
  de: {
    running: "läuft", waiting: "wartet auf Mitspieler", over: "beendet",
    runningTitle: "Wird gespielt", waitingTitle: "Warten auf Mitspieler", overTitle: "Beendet",
    none: "Zur Zeit gibt es kein Spiel. Sobald es eines gibt, erscheint es hier.",
    free: "frei", reserved: "reserviert", held: "Verbindung verloren, kann wiederkommen", gone: "hat das Spiel verlassen",
    asked: "am Zug", stands: "Uhr steht", seats: "Mitspieler", events: "Was geschah",
    lost: "Verbindung verloren; neuer Versuch …", missing: "Dieses Spiel ist nicht mehr in der Liste.",
    back: "Alle Spiele", nothing: "Das Brett ist zu sehen, sobald das Spiel beginnt.", points: "Punkte",
    noEvents: "Noch nichts.", loading: "Wird geladen …", undrawable: "Das Brett konnte nicht gezeichnet werden.",
    ahead: "in Führung", game: "Spiel", allGames: "Alle Spiele", more: "Mehr …",
    replay: "Noch einmal ansehen", download: "Journal herunterladen", film: "Die Partie wird vorbereitet …",
    move: "Zug", first: "Zum Anfang", previous: "Einen Zug zurück", next: "Einen Zug weiter", latest: "Zum Ende",
    play: "Abspielen", pause: "Anhalten", speed: "Geschwindigkeit", perSecond: (n) => `${n}/s`,
    keys: "Tasten: ← → ein Zug, Pos1 und Ende, Leertaste spielt ab.",
    thought: (last, mean, total) => `dachte ${last} · Mittel ${mean} · gesamt ${total}`,
    noFilm: {
      404: "Diese Partie gibt es nicht.", 409: "Diese Partie ist noch nicht zu Ende und kann daher noch nicht nacherzählt werden.",
      429: "Das waren viele Partien in kurzer Zeit. Bitte etwas warten und noch einmal versuchen.",
      503: "Gerade werden viele Partien vorbereitet. Bitte gleich noch einmal versuchen.",
      other: "Diese Partie kann nicht nacherzählt werden.",
    },
    joined: (a) => `${a} nimmt Platz`, began: () => "Das Spiel beginnt", heldEvent: (a) => `${a} hat die Verbindung verloren`,
    backEvent: (a) => `${a} ist wieder da`, leftEvent: (a) => `${a} hat das Spiel verlassen`, late: (a) => `${a} hat die Zeit überschritten`,
    said: (a, text) => `${a}: „${text}“`, restarted: () => "Der Server wurde neu gestartet",
    ended: (why) => `Das Spiel ist beendet: ${why}`, somebody: "das Spiel",
    reasons: {
      finished: "zu Ende gespielt", forfeited: "aufgegeben oder verwirkt", deserted: "alle sind gegangen", limit: "es dauerte zu lange",
      aborted: "vom Veranstalter abgebrochen", "void-crash": "ungültig, Fehler in den Regeln", "void-disk": "ungültig, nicht aufgezeichnet",
      "void-restart": "ungültig, nach einem Neustart", "void-start": "ungültig, Programme starteten nicht",
    },
  },
};

/** "de" or "en". */
export const language = (navigator.languages ?? [navigator.language])
  .map((each) => each.slice(0, 2).toLowerCase())
  .find((each) => each in WORDS) ?? "en";

export const words = WORDS[language];

/** One of two texts: the German or the English one. */
export function say(german, english) {
  return language === "de" ? german : english;
}

/** So many of something: with its word for one, or for more. */
export function many(count, one, more) {
  return `${count} ${count === 1 ? one : more}`;
}

/** What is left of a time in seconds, as a clock has it; null: it stands. */
export function clock(left) {
  if (left === null) return words.stands;
  if (left >= 60) return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
  return Math.max(0, left).toFixed(1);
}

/** A time in seconds, for reading. */
export function duration(seconds) {
  if (seconds < 60) return `${seconds.toLocaleString(language, { maximumFractionDigits: seconds < 1 ? 2 : 1 })} s`;
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** What the answers of a player took. */
export function thought({ last, mean, total }) {
  return words.thought(duration(last), duration(mean), duration(total));
}

/** What there is to say of a match that is over. */
export const past = {
  when: (made) => new Date(made).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" }),
  download: (journal) => element("a", { href: `/api/past/${encodeURIComponent(journal)}/journal`, download: "" }, words.download),
};

/** What happened to a match, whatever is played; null: that is for the game to say. */
export function tell(event, name) {
  const who = "seat" in event ? (event.name || name(event.seat)) : words.somebody;
  switch (event.kind) {
    case "joined": return words.joined(who);
    case "began": return words.began();
    case "held": return words.heldEvent(who);
    case "back": return words.backEvent(who);
    case "left": return words.leftEvent(who);
    case "late": return words.late(event.seat === null ? words.somebody : who);
    case "said": return words.said(who, event.text);
    case "restarted": return words.restarted();
    case "ended": return words.ended(words.reasons[event.reason] ?? event.reason);
    default: return null;
  }
}
