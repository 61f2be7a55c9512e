// A recording in memory: the nodes, the edges, and the events in the order of time, read from its lines.

const nodeKinds = new Set(["stage", "subscription", "subject", "property", "derived", "effect", "command", "scheduler"]);
const eventKinds = new Set([
  "next", "failed", "completed", "disposed", "hop", "waits", "dropped", "computed", "refused", "queued", "began", "ended",
]);

/// The kinds of nodes that user code sets, sends to or executes.
const entries = new Set(["subject", "property", "command"]);
const mostEffectEdges = 20_000;

/// Whether an event is the last of its node.
export const isEnd = (event) => event.is === "failed" || event.is === "completed" || event.is === "disposed";

/// Whether an event passes a value on.
export const isValue = (event) => event.is === "next" || event.is === "computed";

/// The number of elements of a sorted list whose time is at most `time`.
export function countUntil(list, time) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle].time <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isWhole = (number) => Number.isSafeInteger(number) && number >= 0;
const text = (value) => (typeof value === "string" ? value : undefined);

/// When the code of an event began. The events of a computation and of an operator's closure are those of its end.
export const startOf = ({ is, node, time, took, start }) => (
  start ?? (node.kind === "derived" && is === "computed" ? Math.max(0, time - (took ?? 0)) : time));

export class Model {
  /// - Parameter limit: the number of events to keep. Older ones are forgotten.
  constructor(limit = 200_000) {
    this.limit = limit;
    this.clear();
  }

  clear() {
    this.program = undefined;
    this.began = undefined;
    this.nodes = new Map();
    this.edges = new Map();
    /// The places of nodes and the threads of events.
    this.places = new Set();
    this.threads = new Set();
    this.events = [];
    this.byNumber = new Map();
    this.byCause = new Map();
    /// The times at which a node or an edge was created or released, in order.
    this.changes = [];
    this.structure = 0;
    /// The new nodes with a place, which `Variables` takes.
    this.unnamed = [];
    this.unread = 0;
    this.lost = 0;
    /// Events of `entries` whose edge from their cause is not made yet, and the number of such edges so far.
    this.unlinked = [];
    this.effectEdges = 0;
    this.start = 0;
    this.end = 0;
  }

  /// Reads whole lines.
  read(lines) {
    const unsorted = new Set();
    for (const line of lines.split("\n")) {
      if (line.length > 0 && !this.#take(line, unsorted)) this.unread += 1;
    }
    // Sorting is stable: events with the same time stay in the order of the file.
    for (const list of unsorted) list.sort((one, other) => one.time - other.time);
    this.#linkEffects();
    if (this.events.length > 1.25 * this.limit) this.#forget();
  }

  #take(line, unsorted) {
    let fields;
    try {
      fields = JSON.parse(line);
    } catch {
      return false;
    }
    if (typeof fields !== "object" || fields === null) return false;
    if (fields.is === "recording") return this.#begin(fields);
    if (!isWhole(fields.time)) return false;
    const isKnown = this.#add(fields, unsorted);
    if (isKnown) this.end = Math.max(this.end, fields.time);
    return isKnown;
  }

  #begin(fields) {
    this.clear();
    this.program = text(fields.program);
    this.began = Number.isFinite(fields.began) ? fields.began : undefined;
    return true;
  }

  #add(fields, unsorted) {
    switch (fields.is) {
      case "node": return this.#addNode(fields, unsorted);
      case "edge": return this.#addEdge(fields, unsorted);
      case "gone": return this.#end(this.nodes.get(fields.node), fields.time, unsorted);
      case "unlinked":
        if (!isWhole(fields.from) || !isWhole(fields.to)) return false;
        return this.#end(this.edges.get(`${fields.from}>${fields.to}`), fields.time, unsorted);
      case "lost":
        this.lost += isWhole(fields.count) ? fields.count : 0;
        return true;
      case "ran": return this.#addTimes(this.byNumber.get(fields.event), fields);
      default: return eventKinds.has(fields.is) && this.#addEvent(fields, unsorted);
    }
  }

  #addNode({ node: id, kind, name, place, time }, unsorted) {
    if (!isWhole(id) || !nodeKinds.has(kind)) return false;
    let node = this.nodes.get(id);
    if (node === undefined) {
      node = { id, born: time, gone: Infinity, inputs: [], outputs: [], events: [], drops: [] };
      this.nodes.set(id, node);
    }
    Object.assign(node, { kind, name: text(name) ?? kind, place: text(place) });
    if (node.place !== undefined) {
      this.places.add(node.place);
      this.unnamed.push(node);
    }
    this.#change(time, unsorted);
    return true;
  }

  #addEdge({ from, to, time }, unsorted) {
    const [one, other] = [this.nodes.get(from), this.nodes.get(to)];
    if (one === undefined || other === undefined) return false;
    const known = this.edges.get(`${from}>${to}`);
    if (known !== undefined) {
      known.gone = Infinity;
      known.isEffect = false;
    } else {
      const edge = { from: one, to: other, born: time, gone: Infinity };
      this.edges.set(`${from}>${to}`, edge);
      one.outputs.push(edge);
      other.inputs.push(edge);
    }
    this.#change(time, unsorted);
    return true;
  }

  #end(mortal, time, unsorted) {
    if (mortal === undefined) return false;
    mortal.gone = time;
    this.#change(time, unsorted);
    return true;
  }

  #change(time, unsorted) {
    this.structure += 1;
    this.#append(this.changes, { time }, unsorted);
  }

  #addEvent(fields, unsorted) {
    const node = this.nodes.get(fields.node);
    if (node === undefined || !isWhole(fields.event)) return false;
    const { is, event: number, time, run, thread } = fields;
    const event = { is, number, node, time, cause: undefined, thread, run, value: text(fields.value), took: undefined, own: undefined };
    if (isWhole(thread)) this.threads.add(thread);
    if (isWhole(fields.start)) event.start = fields.start;
    if (fields.same === true) event.same = true;
    if (fields.took !== undefined) this.#addTimes(event, fields);
    if (is === "next") {
      event.repeats = event.value !== undefined && event.value === node.value;
      node.value = event.value;
    }
    if (isWhole(fields.cause)) {
      event.cause = fields.cause;
      const others = this.byCause.get(event.cause);
      if (others === undefined) this.byCause.set(event.cause, [event]);
      else others.push(event);
    }
    if (entries.has(node.kind) && event.cause !== undefined) this.unlinked.push(event);
    this.byNumber.set(number, event);
    if (isEnd(event)) node.ended ??= event;
    this.#append(this.events, event, unsorted);
    this.#append(node.events, event, unsorted);
    if (is === "dropped") this.#append(node.drops, event, unsorted);
    return true;
  }

  /// Sets how long the code of an event ran, in total and without the code of other events.
  #addTimes(event, { took, own }) {
    if (event === undefined || !isWhole(took)) return false;
    event.took = took;
    event.own = isWhole(own) ? Math.min(own, took) : took;
    return true;
  }

  /// Makes edges to the nodes that handlers set or execute. The program has no such edge; the cause of the event shows it.
  #linkEffects() {
    for (const event of this.unlinked) {
      const cause = this.causeOf(event);
      if (cause === undefined || cause.node === event.node) continue;
      const key = `${cause.node.id}>${event.node.id}`;
      if (this.edges.has(key) || this.effectEdges >= mostEffectEdges) continue;
      this.effectEdges += 1;
      const edge = { from: cause.node, to: event.node, born: cause.time, gone: Infinity, isEffect: true };
      this.edges.set(key, edge);
      cause.node.outputs.push(edge);
      event.node.inputs.push(edge);
      this.structure += 1;
    }
    this.unlinked = [];
  }

  #append(list, element, unsorted) {
    if (list.length > 0 && list[list.length - 1].time > element.time) unsorted.add(list);
    list.push(element);
  }

  /// Forgets the oldest events, and the nodes and edges that were released before the remaining events.
  #forget() {
    const old = this.events.splice(0, this.events.length - this.limit);
    this.start = this.events[0].time;
    const counts = new Map();
    for (const event of old) {
      this.byNumber.delete(event.number);
      this.byCause.delete(event.number);
      counts.set(event.node, (counts.get(event.node) ?? 0) + 1);
    }
    for (const [node, count] of counts) {
      node.events.splice(0, count);
      node.drops.splice(0, countUntil(node.drops, this.start - 1));
    }
    for (const [key, edge] of this.edges) {
      if (Math.min(edge.gone, edge.from.gone, edge.to.gone) >= this.start) continue;
      this.edges.delete(key);
      edge.from.outputs = edge.from.outputs.filter((other) => other !== edge);
      edge.to.inputs = edge.to.inputs.filter((other) => other !== edge);
    }
    for (const [id, node] of this.nodes) {
      if (node.gone < this.start) this.nodes.delete(id);
    }
    this.changes.splice(0, countUntil(this.changes, this.start));
    this.structure += 1;
  }

  // Questions to the recording.

  causeOf(event) { return event.cause === undefined ? undefined : this.byNumber.get(event.cause); }

  effectsOf(event) { return this.byCause.get(event.number) ?? []; }

  isAlive(mortal, time) { return mortal.born <= time && time < mortal.gone; }

  /// A text that changes when a node or an edge is created or released.
  structureAt(time) { return `${this.structure}/${countUntil(this.changes, time)}`; }

  /// The time of the last event that is not an end. After it, a program that has ended only releases its nodes.
  get lateTime() { return this.events.findLast((event) => !isEnd(event))?.time ?? this.end; }

  /// The last event of a node up to a time for which `test` returns true.
  lastOf(node, time, test = () => true) {
    for (let index = countUntil(node.events, time) - 1; index >= 0; index -= 1) {
      if (test(node.events[index])) return node.events[index];
    }
    return undefined;
  }

  /// The place of a node, or else of the next node downstream: an operator has the place of its subscription.
  placeOf(node) {
    const seen = new Set();
    while (node !== undefined && !seen.has(node)) {
      if (node.place !== undefined) return node.place;
      seen.add(node);
      node = node.outputs[0]?.to;
    }
    return undefined;
  }

  /// The figures of a node at a time: values in the last second, waiting values, dropped values, and events.
  figuresOf(node, time) {
    const until = countUntil(node.events, time);
    const second = countUntil(node.events, time - 1e9);
    let [sent, computed] = [0, 0];
    for (let index = second; index < until; index += 1) {
      if (node.events[index].is === "next") sent += 1;
      else if (node.events[index].is === "computed") computed += 1;
    }
    let depth = 0;
    for (let index = 0; index < until; index += 1) {
      const event = node.events[index];
      if (event.is === "waits") depth += 1;
      else if (isValue(event) && depth > 0) depth -= 1;
    }
    return { rate: Math.max(sent, computed), depth: isOver(node, time) ? 0 : depth, drops: countUntil(node.drops, time), events: until };
  }
}

/// Whether a node has ended or was released at a time.
export const isOver = (node, time) => node.gone <= time || (node.ended !== undefined && node.ended.time <= time);
