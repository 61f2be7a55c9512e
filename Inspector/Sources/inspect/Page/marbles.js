// Writes a part of a recording as a marble test in Swift: a line for each input, and one for the output.

import { countUntil, isValue } from "./model.js";
import { niceStep, shortPlace } from "./paint.js";

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// A tick with which a span becomes a line of about 60 characters.
export const fittingTick = ([from, until]) => Math.max(1, niceStep(until - from, 60));

/// Returns the `text` of the test, or the `problem` that prevents it.
///
/// - inputs, output: `{ name, place, events }`
/// - span: the first and the last time
/// - tick: the nanoseconds of one dash
/// - chain: the operators between the inputs and the output: Swift code that uses `input` (or `one` to `three`) and `time`
export function marbleTest({ model, inputs, output, span, tick, chain }) {
  if (inputs.length === 0) return { problem: "Choose an input: the ▸ of a lane." };
  if (inputs.length > 3) return { problem: "A test has at most three inputs." };
  if (output === undefined) return { problem: "Choose the output: the ◂ of a lane." };
  const [from, until] = span;
  const ticks = Math.round((until - from) / tick) + 1;
  if (ticks > 400) return { problem: "The line would have more than 400 ticks: choose a shorter span or a longer tick." };
  const picks = (events) => events.filter(isMarble);
  const within = (events) => events.slice(countUntil(events, from - 1), countUntil(events, until));
  const inputEvents = inputs.map((lane) => picks(within(lane.events)));
  // The diagram begins with the first input: earlier ticks would be empty.
  const start = Math.min(until, ...inputEvents.map((events) => events[0]?.time ?? until));
  const tickOf = new Map();
  for (const event of inputEvents.flat()) tickOf.set(event, Math.round((event.time - start) / tick));
  const outputEvents = picks(within(output.events));
  for (const event of outputEvents) tickOf.set(event, outputTick(model, event, tickOf, start, tick));
  if (inputEvents.every((events) => events.length === 0)) return { problem: "No input sent anything in this span." };
  const hidden = [...inputEvents, outputEvents].flat().some((event) => isValue(event) && event.value === undefined);
  if (hidden) return { problem: "The recording has no values: it was made with `privacy: .hidden`." };

  const inputType = typeOf(valuesOf(inputEvents.flat()));
  const outputType = typeOf(valuesOf(outputEvents));
  const inputLetters = lettersFor(inputEvents.flat(), inputType);
  const outputLetters = lettersFor(outputEvents, outputType, inputType === outputType ? inputLetters : undefined);
  if (inputLetters === undefined || outputLetters === undefined) {
    return { problem: `There are more than ${letters.length} different values: choose a shorter span.` };
  }
  if (inputs.length === 3 && !standsForItself(inputLetters, inputType)) {
    return { problem: "In a test with three inputs, each value has to be one letter." };
  }
  const bare = [...inputEvents.map((events) => [events, inputLetters]), [outputEvents, outputLetters]];
  const length = Math.max(...bare.map(([events, names]) => lengthOf(line(events, tickOf, names))));
  const lines = bare.map(([events, names]) => line(events, tickOf, names, length));
  return { text: swift({ model, inputs, output, tick, lines, inputLetters, outputLetters, inputType, outputType, chain }) };
}

const valuesOf = (events) => events.filter(isValue).map((event) => event.value);
const isMarble = (event) => isValue(event) || event.is === "completed" || event.is === "failed";

/// The tick of an output: the tick of the input that caused it, and their distance. Rounding the two times separately could
/// change the distance by a tick.
function outputTick(model, event, tickOf, start, tick) {
  const seen = new Set();
  for (let cause = event; cause !== undefined && !seen.has(cause); cause = model.causeOf(cause)) {
    seen.add(cause);
    const known = cause === event ? undefined : tickOf.get(cause);
    if (known !== undefined) return known + Math.round((event.time - cause.time) / tick);
  }
  return Math.max(0, Math.round((event.time - start) / tick));
}

/// The Swift type that all values can be read as.
export function typeOf(values) {
  if (values.length === 0) return "String";
  if (values.every((value) => /^-?(0|[1-9]\d{0,17})$/.test(value))) return "Int";
  if (values.every((value) => /^-?\d+(\.\d+)?(e[-+]?\d+)?$/.test(value))) return "Double";
  if (values.every((value) => value === "true" || value === "false")) return "Bool";
  return "String";
}

/// The letter of each value. If all values are single letters, each value is its own letter.
function lettersFor(events, type, known) {
  const values = [...new Set(events.filter(isValue).map((event) => event.value))];
  if (values.every((value) => /^[A-Za-z0-9]$/.test(value))) return new Map(values.map((value) => [value, value]));
  const found = new Map();
  const used = new Set();
  for (const value of values) {
    const letter = known?.get(value);
    if (letter !== undefined) used.add(letter), found.set(value, letter);
  }
  for (const value of values) {
    if (found.has(value)) continue;
    const letter = [...letters].find((letter) => !used.has(letter) && !(known && [...known.values()].includes(letter)))
      ?? [...letters].find((letter) => !used.has(letter));
    if (letter === undefined) return undefined;
    used.add(letter);
    found.set(value, letter);
  }
  return found;
}

function line(events, tickOf, names, length = 0) {
  const cells = [];
  let last = 0;
  for (const event of events) {
    last = Math.max(last, tickOf.get(event));
    const mark = event.is === "completed" ? "|" : event.is === "failed" ? "#" : names.get(event.value);
    (cells[last] ??= []).push(mark);
    if (!isValue(event)) break;
  }
  const isOver = cells.at(-1)?.some((mark) => mark === "|" || mark === "#");
  const count = isOver ? cells.length : Math.max(cells.length, length);
  return Array.from({ length: count }, (_, index) => {
    const cell = cells[index] ?? [];
    return cell.length === 0 ? "-" : cell.length === 1 ? cell[0] : `(${cell.join("")})`;
  }).join("");
}

const lengthOf = (line) => line.replace(/\([^)]*\)/g, "x").length;

export function literal(value, type) {
  if (type !== "String") return value;
  const escapes = { "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  // Invisible characters, and those that change the direction of the text, are written as numbers.
  const text = value.replace(/["\\\n\r\t]/g, (character) => escapes[character])
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
  return `"${text}"`;
}

/// The dictionary from letters to their values, in lines of at most 120 columns.
function legend(constant, names, type) {
  const pairs = [...names].map(([value, letter]) => `"${letter}": ${literal(value, type)}`);
  const start = `  let ${constant}: [Character: ${type}] = [`;
  const line = `${start}${pairs.join(", ")}]`;
  return line.length <= 120 ? [line] : [start, ...pairs.map((pair) => `    ${pair},`), "  ]"];
}

const standsForItself = (names, type) => type === "String" && [...names].every(([value, letter]) => value === letter);

function swift({ model, inputs, output, tick, lines, inputLetters, outputLetters, inputType, outputType, chain }) {
  const parameters = inputs.length === 1 ? ["input"] : ["one", "two", "three"].slice(0, inputs.length);
  const body = chain?.trim() || parameters[0];
  const time = /\btime\b/.test(body) ? "time" : "_";
  const used = parameters.map((name) => (new RegExp(`\\b${name}\\b`).test(body) ? name : "_"));
  const [settings, legends] = [[], []];
  if (!standsForItself(inputLetters, inputType)) {
    legends.push(...legend("sent", inputLetters, inputType));
    settings.push("inputs: { sent[$0]! }");
  }
  if ([...outputLetters].some(([value, letter]) => value !== letter)) {
    legends.push(...legend("expected", outputLetters, outputType));
    settings.push("values: expected");
  }
  const isCut = [...inputLetters.keys(), ...outputLetters.keys()].some((value) => value.endsWith("…"));
  const from = inputs.map(label).join(", ");
  return [
    "import Rill",
    "import StreamTesting",
    "import Testing",
    "",
    `@Test func ${identifier(output.name)}AsRecorded() {`,
    `  // ${comment(`From a recording of ${model.program ?? "a program"}; a tick is ${Number((tick / 1e6).toPrecision(6))} ms.`)}`,
    `  // ${comment(`${from} → ${label(output)}`)}`,
    ...(isCut ? ["  // Values that end with … were cut by the recorder."] : []),
    ...legends,
    `  marbles${settings.length === 0 ? "" : `(${settings.join(", ")})`} {`,
    ...lines.map((line) => `    "${line}"`),
    `  } through: { ${[...used, time].join(", ")} in`,
    ...body.split("\n").map((line) => `    ${line}`),
    "  }",
    "}",
    "",
  ].join("\n");
}

export const label = ({ name, place }) => (place === undefined ? name : `${name} (${shortPlace(place)})`);

/// Removes line breaks: text after one would be compiled.
export const comment = (text) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ");

export function identifier(name) {
  const words = name.match(/[A-Za-z0-9]+/g) ?? ["it"];
  const joined = words.map((word, index) => (index === 0 ? word[0].toLowerCase() : word[0].toUpperCase()) + word.slice(1)).join("");
  return /^\d/.test(joined) ? `_${joined}` : joined;
}
