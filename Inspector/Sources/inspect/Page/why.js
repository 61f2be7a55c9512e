// "Why did this fire?" and "why did it not?"

import { countUntil, isValue } from "./model.js";
import { shortPlace } from "./paint.js";

/// The way from an event back to the first cause that is known. `isCut` says that there was one before it, which is forgotten.
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

/// The events on the way from the first cause of an event to it, and from it on to all that it caused.
export function wayOf(model, event, most = 500) {
  const after = new Set([event]);
  for (const step of after) {
    if (after.size > most) break;
    for (const effect of model.effectsOf(step)) after.add(effect);
  }
  const before = whyDidItFire(model, event).path.slice(1).reverse();
  return [...before, ...after];
}

/// What operators do with a value that they do not pass on.
const habits = {
  debounce: "it waits for a pause, and each value begins the pause anew",
  throttle: "it lets one through in each period",
  distinctUntilChanged: "what equals the value before it does not pass",
  filter: "its condition was not met",
  compactMap: "its closure gave nil",
  combineLatest: "it waits until every side has sent",
  zip: "it waits for a partner from every other side",
  withLatest: "it waits until the other side has sent",
  sample: "it waits for its sampler",
  take: "it had its number",
  skip: "it leaves out the first ones",
  ignoreValues: "it passes only ends",
  collect: "it collects until its bound or the end",
  reduce: "it sends at the end",
  last: "it sends at the end",
  delay: "its time has not come",
  buffer: "it keeps values until it is asked",
};

const habitOf = (node) => {
  const name = Object.keys(habits).find((name) => node.name === name || node.name.startsWith(`${name}(`));
  return name && habits[name];
};

/// What each stage above a node did last, from the node upwards, and where it ended.
///
/// Each step has its `node`, its `last` event, `text`: what became of that, and `stops`: whether this is where what was
/// sent came no further.
export function whyDidItNot(model, node, time) {
  const steps = [];
  const depths = new Map([[node, 0]]);
  // Elements are added while it goes through.
  for (const [stage, depth] of depths) {
    if (depths.size > 1_000) break;
    steps.push({ depth, ...judge(model, stage, time) });
    for (const { from, born } of stage.inputs) {
      if (born <= time && !depths.has(from)) depths.set(from, depth + 1);
    }
  }
  return steps;
}

/// What is to be said of one stage.
function judge(model, stage, time) {
  const last = model.lastOf(stage, time);
  const step = (stops, text) => ({ node: stage, last, stops, text });
  if (stage.born > time) return step(true, "It was not there yet.");
  const over = overText(model, stage, time);
  const refusal = refusalOf(model, stage, time);
  if (refusal !== undefined) return step(true, `It refused: ${refusal.value ?? "for no reason that was recorded"}.`);
  if (over !== undefined) return step(true, over);
  const arrived = newestArrival(model, stage, time);
  const drop = model.lastOf(stage, time, (event) => event.is === "dropped");
  // To a subject somebody may have subscribed since; a buffer that drops does so again.
  if (drop !== undefined && (drop === last || stage.kind !== "subject")) {
    const { drops } = model.figuresOf(stage, time);
    const came = model.causeOf(drop)?.value;
    const when = came === undefined ? "" : `, the last when “${came}” came`;
    return step(true, `It dropped ${drops === 1 ? "a value" : `${drops} values`}${when}: ${drop.value ?? "there was no room"}.`);
  }
  const waiting = model.figuresOf(stage, time).depth;
  if (waiting > 0) return step(true, `${waiting} ${waiting === 1 ? "value waits" : "values wait"} here.`);
  if (arrived !== undefined) return judgeArrival(model, stage, time, arrived, step);
  const inputs = stage.inputs.filter((edge) => edge.born <= time);
  if (inputs.length > 0 && inputs.every((edge) => !model.isAlive(edge, time) || edge.from.gone <= time)) {
    return step(true, "It is not attached to anything any more.");
  }
  if (last === undefined) {
    if (inputs.length > 0) return step(false, "Nothing has come to it.");
    const silence = {
      derived: "It was never computed: nobody watches or reads it.",
      effect: "It has not run: the actor that it belongs to has not come to it.",
    };
    return step(true, silence[stage.kind] ?? "It has never sent anything.");
  }
  return step(inputs.length === 0 && stage.outputs.length === 0, outcomeText(model, stage, last, time));
}

/// The last value that came to a stage from above.
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
  if (became.length > 0) return step(false, `${quote(arrived)} came, and became ${became.map(eventText).join(", ")}.`);
  if (stage.kind === "subscription" || stage.kind === "effect") return step(false, `${quote(arrived)} came.`);
  const silent = stage.inputs.filter(({ from, born }) => born <= time && model.lastOf(from, time, isValue) === undefined);
  if (silent.length > 0 && stage.inputs.length > 1) {
    const names = listText(silent.map(({ from }) => labelOf(from)));
    return step(true, `${quote(arrived)} came, and nothing of it went on: ${names} has never sent.`);
  }
  const missed = countUntil(stage.events, time) === 0 ? "no value" : "nothing of it";
  const habit = habitOf(stage);
  return step(true, `${quote(arrived)} came, and ${missed} went on${habit === undefined ? "" : `: ${habit}`}.`);
}

function refusalOf(model, stage, time) {
  const last = model.lastOf(stage, time);
  return last?.is === "refused" ? last : undefined;
}

function overText(model, stage, time) {
  const { ended, gone } = stage;
  if (ended !== undefined && ended.time <= time) {
    const handled = model.causeOf(ended);
    if (ended.is === "disposed" && handled?.node === stage && handled.time + 1e6 > ended.time) {
      return `It was disposed of when ${quote(handled)} came: its owner is gone, or its handler has disposed of it. Nothing comes after that.`;
    }
    const how = { failed: "It failed", completed: "It completed", disposed: "It was disposed of" }[ended.is];
    return `${how}${ended.value === undefined ? "" : `: ${ended.value}`}. Nothing comes after that.`;
  }
  return gone <= time ? "It was released. Nothing comes after that." : undefined;
}

/// What became of the last event of a stage, below it.
function outcomeText(model, stage, last, time) {
  const effects = model.effectsOf(last).filter((event) => event.time <= time && event.node !== stage);
  if (effects.length > 0) return `Its last was ${eventText(last)}, which went on to ${listText(effects.map((event) => labelOf(event.node)))}.`;
  const listeners = stage.outputs.filter((edge) => model.isAlive(edge, last.time));
  if (isValue(last) && listeners.length === 0) return `Its last was ${eventText(last)}. Nobody listened.`;
  return `Its last was ${eventText(last)}.`;
}

const listText = (names) => {
  const different = [...new Set(names)];
  return different.length > 4 ? `${different.slice(0, 4).join(", ")} and ${different.length - 4} others` : different.join(", ");
};

/// A name, and the place where many have the same.
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
