// A recording as a file: its own lines, or trace events for Perfetto and chrome://tracing.

import { executions } from "./commands.js";
import { startOf } from "./model.js";

const line = (fields) => `${JSON.stringify(fields)}\n`;

/// Returns the lines of a recording from the page's model. Read again, they are the same recording.
export function recordingLines(model) {
  const lines = [line({ is: "recording", version: 1, program: model.program, began: model.began })];
  if (model.lost > 0) lines.push(line({ is: "lost", count: model.lost, time: 0 }));
  for (const { id: node, kind, name, place, born: time } of model.nodes.values()) lines.push(line({ is: "node", node, kind, name, place, time }));
  for (const { from, to, born: time, isEffect } of model.edges.values()) {
    if (!isEffect) lines.push(line({ is: "edge", from: from.id, to: to.id, time }));
  }
  for (const { is, number: event, node, cause, time, thread, run, value, took, own, start, same } of model.events) {
    lines.push(line({ is, event, node: node.id, cause, time, thread, run, value, took, own, start, same }));
  }
  for (const { from, to, gone: time, isEffect } of model.edges.values()) {
    if (!isEffect && time !== Infinity) lines.push(line({ is: "unlinked", from: from.id, to: to.id, time }));
  }
  for (const { id: node, gone: time } of model.nodes.values()) {
    if (time !== Infinity) lines.push(line({ is: "gone", node, time }));
  }
  return lines.join("");
}

const microseconds = (nanoseconds) => nanoseconds / 1_000;

/// Code that ran, with its beginning and end. The code of a thread is nested: times are rounded, so ends are cut.
function codeOf(model) {
  const code = model.events.filter(({ took }) => took !== undefined)
    .map((event) => ({ event, start: startOf(event), end: startOf(event) + event.took }));
  code.sort((one, other) => one.start - other.start || other.end - one.end);
  const open = new Map();
  for (const each of code) {
    const { thread } = each.event;
    const around = open.get(thread) ?? open.set(thread, []).get(thread);
    while (around.length > 0 && around.at(-1).end <= each.start) around.pop();
    if (around.length > 0) each.end = Math.min(each.end, around.at(-1).end);
    around.push(each);
  }
  return code;
}

/// Trace events in the format of Chrome, which Perfetto opens: `{ traceEvents: […] }`.
///
/// Code that ran is a complete event (X) of its thread, an execution of a command is an asynchronous one (b, e), and
/// every other event an instant one (i). A cause on another thread is joined by a flow (s, f).
export function chromeTrace(model) {
  const traceEvents = [];
  const pid = 1;
  const add = (ph, name, event, others) => traceEvents.push({ name, ph, pid, tid: event.thread ?? 0, ts: microseconds(event.time), ...others });
  traceEvents.push({ name: "process_name", ph: "M", pid, tid: 0, ts: 0, args: { name: model.program ?? "Rill" } });
  const threads = new Set(model.events.map(({ thread }) => thread ?? 0));
  for (const tid of threads) traceEvents.push({ name: "thread_name", ph: "M", pid, tid, ts: 0, args: { name: `thread ${tid}` } });
  const argumentsOf = ({ is, node, value, own, same }) => (
    { event: is, kind: node.kind, value, place: model.placeOf(node), own: own === undefined ? undefined : microseconds(own), same });
  for (const { event, start, end } of codeOf(model)) {
    add("X", event.node.name, { ...event, time: start }, { cat: event.node.kind, dur: microseconds(end - start), args: argumentsOf(event) });
  }
  for (const event of model.events) {
    const { is, node, took, number } = event;
    if (took === undefined && !["queued", "began", "ended"].includes(is)) {
      add("i", node.name, event, { cat: node.kind, s: "t", args: argumentsOf(event) });
    }
    const cause = model.causeOf(event);
    if (cause !== undefined && cause.thread !== event.thread) {
      add("s", "cause", cause, { cat: "cause", id: number });
      add("f", "cause", event, { cat: "cause", id: number, bp: "e" });
    }
  }
  for (const node of model.nodes.values()) {
    if (node.kind !== "command") continue;
    for (const run of executions(node.events)) {
      const [first, last] = [run.events[0], run.events.at(-1)];
      const id = `${node.id}.${run.number}`;
      add("b", node.name, { ...first, time: run.accepted }, { cat: "command", id, args: { input: run.input } });
      add("e", node.name, { ...last, time: run.ended ?? model.end }, { cat: "command", id, args: { outcome: run.outcome ?? "running" } });
    }
  }
  return { traceEvents, displayTimeUnit: "ns" };
}

/// Offers a text as a file.
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}
