// The executions of commands: accepted, running, ended and refused.

import { colour, eventColour, mono, short } from "./paint.js";

export const barHeight = 15;
const rowsShown = 4;

/// The executions among the events of a command, in the order in which they were accepted.
///
/// Each execution has its `number`, `input` and `outcome`, and the times at which it was `accepted`, `began` and `ended`.
/// `row` is the row of its bar: executions that run at the same time get different rows, up to four.
export function executions(events) {
  const byRun = new Map();
  for (const event of events) {
    if (event.run === undefined || !["queued", "began", "ended"].includes(event.is)) continue;
    const key = `${event.node.id}/${event.run}`;
    let run = byRun.get(key);
    if (run === undefined) byRun.set(key, (run = { number: event.run, accepted: event.time, events: [] }));
    run.events.push(event);
    if (event.is === "began") [run.began, run.input] = [event.time, event.value];
    else if (event.is === "ended") [run.ended, run.outcome] = [event.time, event.value ?? "completed"];
    else run.input ??= event.value;
  }
  const ends = [];
  const runs = [...byRun.values()];
  for (const run of runs) {
    let row = ends.findIndex((end) => end <= run.accepted);
    if (row < 0) row = ends.length < rowsShown ? ends.length : run.number % rowsShown;
    ends[row] = run.ended ?? Infinity;
    run.row = row;
  }
  return runs;
}

export const refusals = (events) => events.filter((event) => event.is === "refused");

const outcomeColour = (run) => (
  run.outcome === undefined ? colour.accent
    : run.outcome.startsWith("failed") ? colour.bad
    : run.outcome === "cancelled" ? colour.warn
    : colour.command
);

/// Draws a bar for each execution. A bar that ends less than 1.5 pixels after the previous bar of its row is left out.
export function drawExecutions(context, runs, { x, now, top, width }) {
  const right = [];
  const hits = [];
  for (const run of runs) {
    const start = x(run.accepted);
    const end = x(run.ended ?? now);
    if (end < 0 || start > width || start > x(now)) continue;
    const from = Math.max(-8, start);
    if (end < (right[run.row] ?? -Infinity) + 1.5) continue;
    const until = Math.max(from + 3, Math.min(width + 8, end));
    right[run.row] = until;
    const y = top + run.row * barHeight;
    const began = run.began === undefined ? until : Math.max(from, Math.min(until, x(run.began)));
    const tint = outcomeColour(run);
    context.globalAlpha = 0.3;
    context.fillStyle = colour.warn;
    if (began > from) context.fillRect(from, y + 4, began - from, barHeight - 9);
    context.globalAlpha = 0.85;
    context.fillStyle = tint;
    context.beginPath();
    context.roundRect(began, y, Math.max(2, until - began), barHeight - 3, 4);
    if (run.began !== undefined) context.fill();
    context.globalAlpha = 1;
    const label = [run.input, run.outcome].filter((text) => text !== undefined).join(" → ");
    if (until - began > 60) {
      context.fillStyle = colour.card;
      context.font = mono(10);
      context.fillText(short(label, Math.floor((until - began - 10) / 6.1)), began + 6, y + 9);
    }
    hits.push({ event: run.events.at(-1), x0: from, x1: until, y0: y, y1: y + barHeight });
  }
  return hits;
}

/// Draws a cross for each execution that was refused.
export function drawRefusals(context, events, { x, now, middle, width }) {
  const hits = [];
  let last = -Infinity;
  for (const event of events) {
    const place = x(event.time);
    if (place < 0 || place > width || event.time > now || place < last + 3) continue;
    last = place;
    context.strokeStyle = eventColour(event);
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(place - 4, middle - 4);
    context.lineTo(place + 4, middle + 4);
    context.moveTo(place + 4, middle - 4);
    context.lineTo(place - 4, middle + 4);
    context.stroke();
    hits.push({ event, x0: place - 6, x1: place + 6, y0: middle - 8, y1: middle + 8 });
  }
  return hits;
}
