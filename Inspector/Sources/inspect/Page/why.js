// "Why did this fire?" and "why did it not?"

import { isValue } from "./model.js";
import { shortPlace } from "./paint.js";

/// The way from an event back to its first known cause. `isCut`: an earlier cause is no longer in the recording.
export function whyDidItFire(model, event) {
  const path = [];
  const seen = new Set();
  while (event !== undefined && !seen.has(event)) {
    seen.add(event);
    path.push(event);
    const cause = model.causeOf(event);
    if (cause === undefined && event.cause !== undefined) return { path, isCut: true };
    event = cause;
  }
  return { path, isCut: false };
}

/// The events from the first cause of an event to the event, and then all events that it caused.
export function wayOf(model, event, most = 500) {
  const after = new Set([event]);
  for (const step of after) {
    if (after.size > most) break;
    for (const effect of model.effectsOf(step)) after.add(effect);
  }
  const before = whyDidItFire(model, event).path.slice(1).reverse();
  return [...before, ...after];
}

/// The reasons why operators do not pass a value, by name.
const habits = {
  debounce: "it waits for a pause, and each value restarts the pause",
  throttle: "it passes one value in each period",
  distinctUntilChanged: "a value that equals the previous one is dropped",
  filter: "its condition was not met",
  compactMap: "its closure returned nil",
  combineLatest: "it waits until every stream has sent a value",
  zip: "it waits for a partner from every other stream",
  withLatest: "it waits until the other stream has sent a value",
  sample: "it waits for a tick",
  take: "it has passed its number of values",
  skip: "it drops the first values",
  ignoreValues: "it passes no values",
  collect: "it collects until its limit or the end",
  reduce: "it sends at the end",
  last: "it sends at the end",
  delay: "the delay has not passed",
  buffer: "it queues values until they are requested",
};

const habitOf = (node) => {
  const name = Object.keys(habits).find((name) => node.name === name || node.name.startsWith(`${name}(`));
  return name && habits[name];
};

/// The last event of each stage upstream of a node, the node first.
///
/// Each step has its `node`, its `last` event, a `text` about that event, and `stops`: whether the value stopped there.
export function whyDidItNot(model, node, time) {
  const steps = [];
  const depths = new Map([[node, 0]]);
  // The loop adds elements to the map.
  for (const [stage, depth] of depths) {
    if (depths.size > 1_000) break;
    steps.push({ depth, ...judge(model, stage, time) });
    for (const { from, born } of stage.inputs) {
      if (born <= time && !depths.has(from)) depths.set(from, depth + 1);
    }
  }
  return steps;
}

/// The step of one stage.
function judge(model, stage, time) {
  const last = model.lastOf(stage, time);
  const step = (stops, text) => ({ node: stage, last, stops, text });
  if (stage.born > time) return step(true, "It did not exist yet.");
  const over = overText(model, stage, time);
  const refusal = refusalOf(model, stage, time);
  if (refusal !== undefined) return step(true, `It refused: ${refusal.value ?? "no reason was recorded"}.`);
  if (over !== undefined) return step(true, over);
  const arrived = newestArrival(model, stage, time);
  const drop = model.lastOf(stage, time, (event) => event.is === "dropped");
  // A subject may have got a subscriber since. A full buffer drops again.
  if (drop !== undefined && (drop === last || stage.kind !== "subject")) {
    const { drops } = model.figuresOf(stage, time);
    const came = model.causeOf(drop)?.value;
    const when = came === undefined ? "" : `, the last when “${came}” arrived`;
    return step(true, `It dropped ${drops === 1 ? "a value" : `${drops} values`}${when}: ${drop.value ?? "there was no capacity"}.`);
  }
  const waiting = model.figuresOf(stage, time).depth;
  if (waiting > 0) return step(true, `${waiting} ${waiting === 1 ? "value is" : "values are"} queued here.`);
  if (arrived !== undefined) return judgeArrival(model, stage, time, arrived, step);
  const inputs = stage.inputs.filter((edge) => edge.born <= time);
  if (inputs.length > 0 && inputs.every((edge) => !model.isAlive(edge, time) || edge.from.gone <= time)) {
    return step(true, "It is no longer attached to a source.");
  }
  if (last === undefined) {
    if (inputs.length > 0) return step(false, "It has received no value.");
    const silence = {
      derived: "It was never computed: it has no observer and was not read.",
      effect: "It has not run: its actor is busy.",
    };
    return step(true, silence[stage.kind] ?? "It has never sent anything.");
  }
  return step(inputs.length === 0 && stage.outputs.length === 0, outcomeText(model, stage, last, time));
}

/// The last value that a stage has received from upstream.
function newestArrival(model, stage, time) {
  let newest;
  for (const { from, born } of stage.inputs) {
    const event = model.lastOf(from, time, isValue);
    if (event !== undefined && event.time >= born && (newest === undefined || event.time > newest.time)) newest = event;
  }
  return newest;
}

function judgeArrival(model, stage, time, arrived, step) {
  const became = model.effectsOf(arrived).filter((event) => event.node === stage && event.time <= time);
  if (became.length > 0) return step(false, `${quote(arrived)} arrived, and became ${became.map(eventText).join(", ")}.`);
  if (stage.kind === "subscription" || stage.kind === "effect") return step(false, `${quote(arrived)} arrived.`);
  const silent = stage.inputs.filter(({ from, born }) => born <= time && model.lastOf(from, time, isValue) === undefined);
  if (silent.length > 0 && stage.inputs.length > 1) {
    const names = listText(silent.map(({ from }) => labelOf(from)));
    return step(true, `${quote(arrived)} arrived, and no value was sent: ${names} has never sent a value.`);
  }
  const habit = habitOf(stage);
  return step(true, `${quote(arrived)} arrived, and no value was sent${habit === undefined ? "" : `: ${habit}`}.`);
}

function refusalOf(model, stage, time) {
  const last = model.lastOf(stage, time);
  return last?.is === "refused" ? last : undefined;
}

function overText(model, stage, time) {
  const { ended, gone } = stage;
  if (ended !== undefined && ended.time <= time) {
    const handled = model.causeOf(ended);
    if (ended.is === "disposed" && handled?.node === stage && handled.time + 1e9 > ended.time) {
      return `It was disposed when ${quote(handled)} arrived: its owner was released, or its handler has disposed it. Nothing follows.`;
    }
    const how = { failed: "It failed", completed: "It completed", disposed: "It was disposed" }[ended.is];
    return `${how}${ended.value === undefined ? "" : `: ${ended.value}`}. Nothing follows.`;
  }
  return gone <= time ? "It was released. Nothing follows." : undefined;
}

/// The effect of the last event of a stage, downstream.
function outcomeText(model, stage, last, time) {
  const effects = model.effectsOf(last).filter((event) => event.time <= time && event.node !== stage);
  if (effects.length > 0) return `Its last event was ${eventText(last)}, which was passed to ${listText(effects.map((event) => labelOf(event.node)))}.`;
  const listeners = stage.outputs.filter((edge) => model.isAlive(edge, last.time));
  if (isValue(last) && listeners.length === 0) return `Its last event was ${eventText(last)}. It had no observer.`;
  return `Its last event was ${eventText(last)}.`;
}

const listText = (names) => {
  const different = [...new Set(names)];
  return different.length > 4 ? `${different.slice(0, 4).join(", ")} and ${different.length - 4} others` : different.join(", ");
};

/// The name of a node, and its place: several nodes can have the same name.
export const labelOf = ({ name, place }) => (place === undefined ? name : `${name} (${shortPlace(place)})`);

const quote = (event) => (event.value === undefined ? "A value" : `“${event.value}”`);

/// An event in words.
export function eventText(event) {
  const value = event.value === undefined ? "" : ` ${event.value}`;
  switch (event.is) {
    case "next": return event.value ?? "a value";
    case "waits": return "waiting at a gate";
    case "hop": return `a hop to ${event.value ?? "another thread"}`;
    case "queued": return `execution ${event.run ?? ""} in the queue`;
    case "began": return `execution ${event.run ?? ""} with${value || " its input"}`;
    case "ended": return `the end of execution ${event.run ?? ""}:${value || " completed"}`;
    default: return `${event.is}${value}`;
  }
}
