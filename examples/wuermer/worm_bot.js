// A worm bot on standard input and output, in JavaScript. Let a daemon run it:
//     twistd -n boardhub --wuermer-program "js=node examples/wuermer/worm_bot.js"
// It makes the step that brings one of its heads nearest to the hole, as the ways are free now.

const STEPS = { N: [0, -1], O: [1, 0], S: [0, 1], W: [-1, 0] };
const FAR = 10000; // more steps than any board has fields

const lines = require("readline").createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const obstacles = new Set(); // fields are texts here, "x,y", so that sets find them
const own = new Map(); // by number: head, middle, tail
const foreign = new Map();
let line = ""; // the last one that was read
let width, height, hole;

/** The next line; where none comes any more it is over. */
async function read() {
  const next = await lines.next();
  if (next.done) process.exit();
  return (line = next.value.trim());
}

/** The fields of a list; the keyword behind it is in `line`. */
async function readFields() {
  const fields = [];
  while (/^\d/.test(await read())) fields.push(`${line},${await read()}`);
  return fields;
}

async function readWorms(worms) {
  const fields = await readFields();
  for (let part = 0; part < fields.length; part += 3) {
    worms.set(part / 3 + 1, fields.slice(part, part + 3));
  }
}

async function readStart() {
  width = Number(await read());
  height = Number(await read());
  hole = `${await read()},${await read()}`;
  await read(); // how many turns each player has
  await read(); // Hindernisse
  for (const field of await readFields()) obstacles.add(field);
  await readWorms(own);
  await readWorms(foreign);
}

/** Where a step leads. */
function after(field, direction) {
  const [x, y] = field.split(",").map(Number);
  return `${x + STEPS[direction][0]},${y + STEPS[direction][1]}`;
}

/** Whether a head may go there. */
function isFree(field) {
  const [x, y] = field.split(",").map(Number);
  const onBoard = x >= 1 && x <= width && y >= 1 && y <= height;
  const worms = [...own.values(), ...foreign.values()];
  return onBoard && !obstacles.has(field) && !worms.some((worm) => worm.includes(field));
}

/** How many steps it is to the hole, from all free fields from which one gets there. */
function ways() {
  const steps = new Map([[hole, 0]]);
  const edge = [hole];
  for (const field of edge) { // which grows meanwhile
    for (const direction in STEPS) {
      const near = after(field, direction);
      if (steps.has(near) || !isFree(near)) continue;
      steps.set(near, steps.get(field) + 1);
      edge.push(near);
    }
  }
  return steps;
}

/** The best move as a worm and a direction, or null: there is none. */
function decide() {
  const steps = ways();
  let best = null;
  let least = FAR + 1;
  for (const [number, [head]] of own) {
    for (const direction in STEPS) {
      const field = after(head, direction);
      const distance = steps.get(field) ?? FAR;
      if (distance >= least || !isFree(field)) continue;
      best = [number, direction];
      least = distance;
    }
  }
  return best;
}

/** Carry a move out. */
function crawl(worms, number, direction) {
  const [head, middle] = worms.get(number);
  const field = after(head, direction);
  if (field === hole) worms.delete(number);
  else worms.set(number, [field, head, middle]);
}

async function play() {
  await readStart();
  let myTurn = line === "Erster";
  for (; own.size; myTurn = !myTurn) { // without worms it has won, and is told nothing more
    if (myTurn) {
      const move = decide();
      process.stdout.write(move ? move.join("\n") + "\n" : "Kann nicht\n"); // needs no flush
      if (move) crawl(own, ...move);
    } else if ((await read()) === "Ende") {
      break;
    } else if (line !== "Kann nicht") {
      crawl(foreign, Number(line), await read());
    }
  }
  process.exit();
}

play();
