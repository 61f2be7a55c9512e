// "Where the time goes": nodes that run for long, often or without effect, writes that cause much work, and warnings.

import { isValue, startOf } from "./model.js";
import { countText, timeText } from "./paint.js";

/// The limits above which a warning is shown. `turn` is in nanoseconds.
export const limits = { dependents: 2_000, runsASecond: 120, turn: 8e6, reach: 250 };

const entryKinds = new Set(["subject", "property", "command"]);

/// Whether user code ran for an event: a computation, a handler, an effect, an execution, or an operator's closure.
export function isRun({ is, node: { kind } }) {
  if (kind === "derived") return is === "computed";
  if (kind === "effect") return is === "computed";
  if (kind === "command") return is === "began";
  return (kind === "subscription" || kind === "stage") && is === "next";
}

const cutOff = (node) => node.name === "distinctUntilChanged" || node.name.endsWith(".distinctUntilChanged");

/// Whether a run changed nothing: a computation returned its previous result, or a handler received its previous value.
///
/// A computation that only `distinctUntilChanged` reads does not count: there, an equal result stops the change.
export function changedNothing(event) {
  const { node, same, repeats, value } = event;
  if (node.kind === "derived") {
    return same === true && !cutOff(node) && !(node.outputs.length > 0 && node.outputs.every(({ to }) => cutOff(to)));
  }
  // Two texts that were cut can differ after the cut. Events without a value do not repeat one.
  return node.kind === "subscription" && repeats === true && value !== "()" && !value.endsWith("…");
}

/// The work of each event, including all events that it caused: `{ work, runs }`. `work` is in nanoseconds.
export function workOf(model, events) {
  const known = new Map();
  const open = new Set();
  const visit = (start) => {
    const path = [start];
    while (path.length > 0) {
      const event = path.at(-1);
      if (known.has(event)) {
        path.pop();
        continue;
      }
      const effects = model.effectsOf(event);
      if (!open.has(event)) {
        open.add(event);
        // In a cycle of causes, each event is followed once.
        const rest = effects.filter((effect) => !known.has(effect) && !open.has(effect));
        path.push(...rest);
        if (rest.length > 0) continue;
      }
      let [work, runs] = [event.own ?? 0, isRun(event) ? 1 : 0];
      for (const effect of effects) {
        work += known.get(effect)?.work ?? 0;
        runs += known.get(effect)?.runs ?? 0;
      }
      known.set(event, { work, runs });
      path.pop();
    }
  };
  for (const event of events) visit(event);
  return known;
}

/// Returns the rows of the table, one for each group.
///
/// A row has the group's own time, its runs, its runs that changed nothing, and the work that its writes caused.
///
/// - Parameter groupOf: returns the group of a node: an object with a `key`.
export function blame(model, groupOf) {
  const rows = new Map();
  const rowOf = (node) => {
    const group = groupOf(node);
    let row = rows.get(group.key);
    if (row === undefined) rows.set(group.key, (row = { group, node, own: 0, runs: 0, unchanged: 0, work: 0, writes: 0 }));
    return row;
  };
  const writes = [];
  for (const event of model.events) {
    const row = rowOf(event.node);
    if (isRun(event)) {
      row.runs += 1;
      row.own += event.own ?? 0;
      if (changedNothing(event)) row.unchanged += 1;
    }
    if (entryKinds.has(event.node.kind) && (event.is === "next" || event.is === "began")) writes.push(event);
  }
  const work = workOf(model, writes);
  for (const event of writes) {
    const row = rowOf(event.node);
    row.work += work.get(event).work;
    row.writes += 1;
  }
  return [...rows.values()];
}

/// The columns by which the table can be sorted.
export const orders = [
  { key: "own", title: "Own time", text: (row) => timeText(row.own) },
  { key: "runs", title: "Runs", text: (row) => countText(row.runs) },
  { key: "unchanged", title: "Changed nothing", text: (row) => countText(row.unchanged) },
  { key: "work", title: "Work caused", text: (row) => timeText(row.work) },
];

export const ranked = (rows, key) => rows.filter((row) => row[key] > 0).sort((one, other) => other[key] - one[key]);

/// The threads of the main actor: those on which events follow a hop to `MainActor`. Without such a hop, the thread of the
/// first event.
function mainThreads(model) {
  const threads = new Set();
  for (const event of model.events) {
    const cause = model.causeOf(event);
    if (cause?.is === "hop" && cause.value === "MainActor") threads.add(event.thread);
  }
  return threads.size > 0 ? threads : new Set([model.events[0]?.thread]);
}

/// The warnings, the worst first. Each has a `text`, its `node`, and possibly its `event`.
export function warnings(model) {
  const found = [];
  for (const node of model.nodes.values()) {
    const dependents = new Set(node.outputs.map(({ to }) => to)).size;
    if (dependents >= limits.dependents) {
      found.push({ node, size: dependents / limits.dependents, text: `${node.name} has ${countText(dependents)} dependents.` });
    }
    const most = mostInASecond(node.events.filter(isRun));
    if (most > limits.runsASecond) {
      found.push({ node, size: most / limits.runsASecond, text: `${node.name} ran ${countText(most)} times in a second.` });
    }
  }
  found.push(...longTurns(model), ...farWrites(model));
  return found.sort((one, other) => other.size - one.size);
}

function mostInASecond(events) {
  let [most, first] = [0, 0];
  for (let index = 0; index < events.length; index += 1) {
    while (events[index].time - events[first].time >= 1e9) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/// Warnings about long turns of the main actor. Each is attributed to the node that ran longest in the turn, and each node
/// has at most one warning: about its longest turn.
function longTurns(model) {
  const main = mainThreads(model);
  const worst = new Map();
  for (const event of model.events) {
    if (!(event.took >= limits.turn) || !main.has(event.thread) || isNested(model, event)) continue;
    const longest = longestPart(model, event);
    if (!(worst.get(longest.node)?.event.took >= event.took)) worst.set(longest.node, { event, longest });
  }
  return [...worst.values()].map(({ event, longest }) => ({
    node: longest.node, event: longest, size: event.took / limits.turn,
    text: `A turn of the main actor took ${timeText(event.took)}, ${longest.node.name} ${timeText(longest.own ?? 0)} of it.`,
  }));
}

/// Whether an event happened inside the code of another event.
function isNested(model, event) {
  for (let cause = model.causeOf(event); cause !== undefined; cause = model.causeOf(cause)) {
    if (cause.thread !== event.thread || cause === event) return false;
    if (cause.took !== undefined && startOf(cause) + cause.took >= event.time) return true;
  }
  return false;
}

function longestPart(model, event) {
  let longest = event;
  const seen = new Set([event]);
  for (const part of seen) {
    if (seen.size > 10_000) break;
    if ((part.own ?? 0) > (longest.own ?? 0)) longest = part;
    for (const effect of model.effectsOf(part)) if (effect.thread === event.thread) seen.add(effect);
  }
  return longest;
}

/// Warnings about writes that reach too many nodes: for each node, about the write that reaches the most.
function farWrites(model) {
  const worst = new Map();
  for (const event of model.events) {
    if (!entryKinds.has(event.node.kind) || !isValue(event) || model.effectsOf(event).length === 0) continue;
    const reached = new Set();
    const seen = new Set([event]);
    for (const part of seen) {
      if (isRun(part)) reached.add(part.node);
      if (seen.size > 20_000) break;
      for (const effect of model.effectsOf(part)) seen.add(effect);
    }
    if (reached.size >= limits.reach && !(worst.get(event.node)?.reach >= reached.size)) worst.set(event.node, { event, reach: reached.size });
  }
  return [...worst].map(([node, { event, reach }]) => ({
    node, event, size: reach / limits.reach, text: `A change of ${node.name} made ${countText(reach)} nodes run.`,
  }));
}
