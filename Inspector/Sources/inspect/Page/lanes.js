// Lanes of marbles on one time axis, and the strip under the graph that shows the whole recording.

import { countUntil } from "./model.js";
import { drawExecutions, drawRefusals, executions, refusals } from "./commands.js";
import { colour, eventColour, mono, niceStep, prepare, sans, short, timeText } from "./paint.js";

export const laneHeight = 58;
const axisHeight = 26;
/// The width of a bar in pixels. Several events in this width are drawn as one bar.
const bucket = 8;

/// The visible part of a recording, and the cursor in it.
export class TimeView {
  constructor(model) {
    this.model = model;
    this.from = 0;
    this.until = 1e9;
    this.cursor = 0;
    /// Whether the cursor stays at the end of the recording while the recording grows.
    this.follows = true;
    this.span = undefined;
    /// The visible time in nanoseconds while the view follows a recording that is longer than this.
    this.width = 1e10;
  }

  /// Moves the view to the end of the recording, if it follows.
  tick() {
    if (!this.follows) return;
    const { start, end } = this.model;
    const width = Math.min(this.width, Math.max(1e3, 1.04 * (end - start)));
    this.cursor = end;
    this.until = end + 0.02 * width;
    this.from = this.until - width;
  }

  /// Shows the recording from its start to a time, or to its end.
  showAll(end = this.model.end) {
    const { start } = this.model;
    const margin = Math.max(100, 0.02 * (end - start));
    this.from = start - margin;
    this.until = end + margin;
    this.width = this.until - this.from;
  }

  zoom(factor, time) {
    const width = Math.min(1e17, Math.max(200, (this.until - this.from) / factor));
    const share = (time - this.from) / (this.until - this.from);
    this.from = time - share * width;
    this.until = this.from + width;
    this.width = width;
  }

  pan(time) {
    this.from += time;
    this.until += time;
  }

  /// Moves the cursor to a time, and stops following.
  stand(time) {
    this.cursor = Math.max(this.model.start, Math.min(this.model.end, time));
    this.follows = false;
    const width = this.until - this.from;
    if (this.cursor < this.from || this.cursor > this.until) {
      this.from = this.cursor - width / 2;
      this.until = this.from + width;
    }
  }
}

export class Lanes {
  constructor(canvas, strip, model, view, filter) {
    Object.assign(this, { canvas, strip, model, view, filter });
    this.lanes = [];
    this.top = 0;
    this.hits = [];
    /// The contents of the last frame: the marbles, the bars, and the events in the bars.
    this.drawn = { marbles: 0, bars: 0, aggregated: 0 };
  }

  /// Adds the lane of a group, if it is not shown yet.
  add(lane) {
    if (!this.lanes.some((other) => other.key === lane.key)) this.lanes.push(lane);
  }

  /// Updates the nodes of the lanes to those of their groups. A node that has a new name is in another group.
  update(members) {
    for (const lane of this.lanes) {
      const [first] = lane.nodes;
      if (!members.has(lane.key) && first.name !== lane.name) {
        const found = [...members].find(([, nodes]) => nodes.includes(first));
        if (found !== undefined) Object.assign(lane, { key: found[0], name: first.name });
      }
      lane.nodes = members.get(lane.key) ?? lane.nodes;
    }
  }

  remove(key) { this.lanes = this.lanes.filter((lane) => lane.key !== key); }

  /// The events of a lane, in the order of time.
  eventsOf(lane) {
    const isFiltered = (this.filter?.thread ?? "") !== "";
    if (lane.nodes.length === 1 && !isFiltered) return lane.nodes[0].events;
    const thread = isFiltered ? this.filter.thread : "";
    const count = lane.nodes.reduce((sum, node) => sum + node.events.length, 0);
    const first = this.model.start;
    if (lane.count !== count || lane.first !== first || lane.thread !== thread) {
      const events = lane.nodes.flatMap((node) => node.events).filter((event) => !isFiltered || this.filter.showsEvent(event));
      lane.events = events.sort((one, other) => one.time - other.time);
      [lane.count, lane.first, lane.thread] = [count, first, thread];
    }
    return lane.events;
  }

  #runsOf(lane, events) {
    if (lane.runsOf !== events || lane.runCount !== events.length || lane.runStart !== this.model.start) {
      [lane.runsOf, lane.runCount, lane.runStart] = [events, events.length, this.model.start];
      lane.runs = executions(events);
      lane.refusals = refusals(events);
    }
    return lane;
  }

  timeAt(x) {
    const { from, until } = this.view;
    return from + (x / Math.max(1, this.canvas.clientWidth)) * (until - from);
  }

  /// The marble or bar at a point.
  hit(x, y) {
    return this.hits.findLast(({ x0, x1, y0, y1 }) => x0 <= x && x <= x1 && y0 <= y && y <= y1);
  }

  laneAt(y) { return this.lanes[Math.floor((y - axisHeight + this.top) / laneHeight)]; }

  draw({ selected }) {
    const { context, width, height } = prepare(this.canvas);
    const { from, until, cursor, span } = this.view;
    const scale = width / (until - from);
    const x = (time) => (time - from) * scale;
    this.hits = [];
    this.drawn = { marbles: 0, bars: 0, aggregated: 0 };
    if (span !== undefined) {
      context.fillStyle = colour.accent;
      context.globalAlpha = 0.12;
      context.fillRect(x(span[0]), axisHeight, x(span[1]) - x(span[0]), height);
      context.globalAlpha = 1;
    }
    this.lanes.forEach((lane, index) => {
      const top = axisHeight + index * laneHeight - this.top;
      if (top + laneHeight > axisHeight && top < height) this.#drawLane(context, lane, top, width, x, selected);
    });
    this.#drawAxis(context, width, height, x);
    const place = Math.round(x(cursor)) + 0.5;
    context.strokeStyle = colour.accent;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(place, 14);
    context.lineTo(place, height);
    context.stroke();
    context.fillStyle = colour.accent;
    context.beginPath();
    context.arc(place, 12, 4.5, 0, 2 * Math.PI);
    context.fill();
  }

  #drawAxis(context, width, height, x) {
    const { from, until } = this.view;
    context.fillStyle = colour.card;
    context.fillRect(0, 0, width, axisHeight - 1);
    const step = niceStep(until - from, width / 110);
    context.font = sans(11);
    context.fillStyle = colour.quiet;
    context.strokeStyle = colour.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let time = Math.max(0, Math.ceil(from / step) * step); time <= until; time += step) {
      const place = Math.round(x(time)) + 0.5;
      context.moveTo(place, axisHeight - 6);
      context.lineTo(place, axisHeight);
      context.fillText(timeText(time, step), place + 4, 17);
    }
    context.moveTo(0, axisHeight - 0.5);
    context.lineTo(width, axisHeight - 0.5);
    context.stroke();
  }

  #drawLane(context, lane, top, width, x, selected) {
    const { from, until, cursor } = this.view;
    const events = this.eventsOf(lane);
    const middle = top + 37;
    context.strokeStyle = colour.line;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(0, top + laneHeight - 0.5);
    context.lineTo(width, top + laneHeight - 0.5);
    context.stroke();
    if (lane.nodes[0].kind === "command") {
      const { runs, refusals: refused } = this.#runsOf(lane, events);
      this.hits.push(...drawExecutions(context, runs, { x, now: cursor, top: top + 5, width }));
      this.hits.push(...drawRefusals(context, refused, { x, now: cursor, middle, width }));
      return;
    }
    this.#drawLife(context, lane, middle, width, x);
    const last = Math.min(countUntil(events, until), countUntil(events, cursor));
    let index = countUntil(events, from - 1);
    while (index < last) {
      const place = x(events[index].time);
      // Events up to this time belong to the same bar. A binary search finds the last one.
      const limit = from + ((Math.floor(place / bucket) + 1) * bucket * (until - from)) / width;
      const next = Math.max(index + 1, Math.min(last, countUntil(events, limit - 1e-6)));
      if (next - index > 1) this.#drawBar(context, events, index, next, middle, place);
      else {
        const room = next < events.length ? x(events[next].time) - place : Infinity;
        this.#drawMarble(context, events[index], middle, place, room, events[index] === selected);
      }
      index = next;
    }
  }

  /// A line from the birth of the first node of the lane to the end of the last.
  #drawLife(context, lane, middle, width, x) {
    let [born, gone] = [Infinity, 0];
    for (const node of lane.nodes) {
      born = Math.min(born, node.born);
      gone = Math.max(gone, Math.min(node.gone, node.ended?.time ?? Infinity));
    }
    const left = Math.max(0, x(born));
    const right = Math.min(width, x(Math.min(gone, this.view.cursor)));
    if (right <= left) return;
    context.strokeStyle = colour[lane.nodes[0].kind];
    context.globalAlpha = 0.45;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(left, middle);
    context.lineTo(right, middle);
    context.stroke();
    context.globalAlpha = 1;
  }

  #drawBar(context, events, index, next, middle, x) {
    const count = next - index;
    this.drawn.bars += 1;
    this.drawn.aggregated += count;
    const height = Math.min(30, 8 + 6 * Math.log10(count));
    context.fillStyle = eventColour(events[next - 1]);
    context.globalAlpha = 0.8;
    context.fillRect(x, middle - height / 2, bucket - 2, height);
    context.globalAlpha = 1;
    const event = events[next - 1];
    this.hits.push({ event, count, x0: x - 1, x1: x + bucket - 1, y0: middle - 16, y1: middle + 16 });
  }

  #drawMarble(context, event, middle, x, room, isSelected) {
    this.drawn.marbles += 1;
    context.fillStyle = context.strokeStyle = eventColour(event);
    context.lineWidth = 2;
    context.beginPath();
    drawShape(context, event, x, middle);
    if (isSelected) {
      context.strokeStyle = colour.accent;
      context.beginPath();
      context.arc(x, middle, 9, 0, 2 * Math.PI);
      context.stroke();
    }
    if (event.value !== undefined && room > 26) {
      context.font = mono(11);
      context.fillStyle = colour.ink;
      context.fillText(short(event.value.replace(/\s+/g, " "), Math.min(28, Math.floor((room - 8) / 6.7))), x - 4, middle - 12);
    }
    this.hits.push({ event, count: 1, x0: x - 7, x1: x + 7, y0: middle - 22, y1: middle + 12 });
  }

  /// The density of the events over the whole recording, and the visible part.
  drawStrip() {
    const { context, width, height } = prepare(this.strip);
    const { events, start, end } = this.model;
    const whole = Math.max(1, end - start);
    const x = (time) => ((time - start) / whole) * width;
    const counts = [];
    let before = 0;
    for (let pixel = 3; pixel < width + 3; pixel += 3) {
      const until = countUntil(events, start + (pixel / width) * whole);
      counts.push(until - before);
      before = until;
    }
    const most = Math.log1p(Math.max(1, ...counts));
    context.fillStyle = colour.quiet;
    counts.forEach((count, index) => {
      const tall = count === 0 ? 0 : 2 + (Math.log1p(count) / most) * (height - 8);
      context.fillRect(index * 3, height - 2 - tall, 2, tall);
    });
    const { from, until, cursor } = this.view;
    const [left, right] = [Math.max(0, x(from)), Math.min(width, x(until))];
    context.fillStyle = colour.accent;
    context.globalAlpha = 0.13;
    context.fillRect(left, 0, Math.max(2, right - left), height);
    context.globalAlpha = 1;
    context.fillRect(x(cursor) - 1, 0, 2, height);
  }
}

/// Disc: a value. Ring: a computation. Cross: a failure or a lost value. Bar: an end. Diamond: a hop. Square: a waiting value.
function drawShape(context, event, x, y) {
  switch (event.is) {
    case "computed":
      context.arc(x, y, 5, 0, 2 * Math.PI);
      return context.stroke();
    case "failed": case "dropped":
      context.moveTo(x - 5, y - 5);
      context.lineTo(x + 5, y + 5);
      context.moveTo(x + 5, y - 5);
      context.lineTo(x - 5, y + 5);
      return context.stroke();
    case "completed":
      context.moveTo(x, y - 10);
      context.lineTo(x, y + 10);
      return context.stroke();
    case "disposed":
      context.moveTo(x, y - 6);
      context.lineTo(x, y + 6);
      return context.stroke();
    case "hop":
      context.moveTo(x, y - 6);
      context.lineTo(x + 6, y);
      context.lineTo(x, y + 6);
      context.lineTo(x - 6, y);
      return context.fill();
    case "waits":
      context.rect(x - 4, y - 4, 8, 8);
      return context.stroke();
    default:
      context.arc(x, y, 5.5, 0, 2 * Math.PI);
      return context.fill();
  }
}
