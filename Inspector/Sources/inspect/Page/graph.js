// The graph of the living nodes, drawn on a canvas. Boxes and links outside the canvas are not drawn.

import { countUntil, isValue, isOver } from "./model.js";
import { fileOf } from "./filter.js";
import { foldings } from "./folding.js";
import { box, gather, layOut } from "./layout.js";
import { colour, countText, eventColour, mono, prepare, sans, short, shortPlace } from "./paint.js";

/// The smallest scale at which names can be read.
const readable = 0.36;
const leastScale = 0.03;

export class Graph {
  constructor(canvas, model, filter) {
    this.canvas = canvas;
    this.model = model;
    this.filter = filter;
    /// Whether boxes are folded into large ones, and the key of the rule in `foldings`.
    this.isFolded = false;
    this.foldsBy = "file";
    this.unfolded = new Set();
    /// The numbers of the keys of boxes. They stay the same while nodes are created and released.
    this.numbers = new Map();
    this.groups = [];
    this.members = new Map();
    this.plain = { groups: [], members: this.members };
    this.groupOf = new Map();
    this.layers = [];
    this.left = -30;
    this.top = -30;
    this.scale = 1;
    this.hasMoved = false;
    this.key = "";
    /// The groups and links that the last frame drew.
    this.drawn = { groups: 0, links: 0 };
  }

  /// Lays out the nodes that are alive at a time, unless they are laid out already.
  update(time) {
    const key = `${this.model.structureAt(time)}/${[...this.unfolded].join()}/${this.filter?.key}`;
    if (key === this.key) return;
    this.key = key;
    this.time = time;
    this.#layOut();
    if (!this.hasMoved) this.fit();
  }

  #layOut() {
    const folding = this.isFolded ? foldings[this.foldsBy](this.model) : undefined;
    const plain = gather(this.model, this.time, this.unfolded, this.numbers, { filter: this.filter });
    /// The groups without folding. Lanes are made from these.
    this.plain = plain;
    Object.assign(this, folding === undefined ? plain
      : gather(this.model, this.time, this.unfolded, this.numbers, { filter: this.filter, folding }));
    this.layers = layOut(this.groups);
  }

  /// Shows one box for each file or owner, or one for each group.
  foldAll(isFolded) {
    if (this.isFolded === isFolded) return;
    this.isFolded = isFolded;
    this.#layOut();
  }

  /// Folds all boxes, by file or by owner.
  foldBy(what) {
    this.isFolded = false;
    this.foldsBy = what;
    this.foldAll(true);
    this.#showAll(this.groups);
    this.hasMoved = true;
  }

  /// Whether there are several files, and the user has unfolded no group.
  get #canFold() {
    return this.unfolded.size === 0 && new Set(this.groups.map(({ place }) => fileOf(place))).size > 1;
  }

  /// Unfolds a group into its nodes, or folds it again.
  fold(group) {
    if (!this.unfolded.delete(group.folding)) this.unfolded.add(group.folding);
    this.key = "";
  }

  // The visible part.

  /// Shows all boxes, folded by file or owner if they would be too small to read.
  fit() {
    this.foldAll(false);
    this.#showAll(this.groups);
    if (this.scale < readable && this.#canFold) {
      this.foldAll(true);
      this.#showAll(this.groups);
    }
    this.hasMoved = false;
  }

  #showAll(groups, most = 1) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (groups.length === 0 || width === 0) return;
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
    for (const { x, y } of groups) {
      [left, right] = [Math.min(left, x), Math.max(right, x + box.width)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + box.height)];
    }
    // The tools are above, and the legend is below.
    const [margin, above, below] = [24, 50, 34];
    const [wide, high] = [width - 2 * margin, Math.max(1, height - above - below)];
    this.scale = Math.min(most, Math.max(leastScale, Math.min(wide / (right - left), high / (bottom - top))));
    this.left = (left + right - width / this.scale) / 2;
    this.top = (top + bottom - (above + height - below) / this.scale) / 2;
  }

  /// Moves the view so that all groups of the nodes can be seen and read, unless they can already.
  showWay(nodes) {
    const wasFolded = this.isFolded;
    this.foldAll(false);
    const groups = this.groups.filter((group) => group.nodes.some((node) => nodes.has(node)));
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const [right, bottom] = [this.left + width / this.scale, this.top + height / this.scale];
    const isSeen = groups.every(({ x, y }) => this.left <= x && x + box.width <= right && this.top <= y && y + box.height <= bottom);
    if (!wasFolded && isSeen && this.scale >= readable) return;
    this.#showAll(groups);
    this.hasMoved = true;
  }

  pan(x, y) {
    this.left -= x / this.scale;
    this.top -= y / this.scale;
    this.hasMoved = true;
  }

  zoom(factor, x, y) {
    const scale = Math.min(2, Math.max(leastScale, this.scale * factor));
    if (scale < readable && factor < 1 && !this.isFolded && this.#canFold) {
      this.foldAll(true);
      this.#showAll(this.groups);
      this.hasMoved = true;
      return;
    }
    if (scale > 1.5 && factor > 1 && this.isFolded) return this.open(this.hit(x, y));
    this.left += x / this.scale - x / scale;
    this.top += y / this.scale - y / scale;
    this.scale = scale;
    this.hasMoved = true;
  }

  /// Shows the boxes in a folded box. Without a box, shows all.
  open(folded) {
    this.showWay(new Set(folded?.nodes ?? this.groups.flatMap(({ nodes }) => nodes)));
    this.hasMoved = true;
  }

  show(group) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.scale = Math.max(this.scale, 0.7);
    this.left = group.x + box.width / 2 - width / 2 / this.scale;
    this.top = group.y + box.height / 2 - height / 2 / this.scale;
    this.hasMoved = true;
  }

  /// The group at a point of the canvas.
  hit(x, y) {
    const [graphX, graphY] = [x / this.scale + this.left, y / this.scale + this.top];
    const layer = this.layers[Math.floor(graphX / box.column)] ?? [];
    if (graphX % box.column > box.width) return undefined;
    return layer.find((group) => group.y <= graphY && graphY <= group.y + box.height);
  }

  // Drawing.

  /// Draws the graph at a `time`.
  ///
  /// A group glows for the time `glow` after an event. `found` are the nodes that a search found, `nothing` are the
  /// reasons for an empty graph, and `way` has the nodes of a way.
  draw({ time, glow, selected, found, nothing, way }) {
    this.update(time);
    const { context, width, height } = prepare(this.canvas);
    const [right, bottom] = [this.left + width / this.scale, this.top + height / this.scale];
    context.save();
    context.scale(this.scale, this.scale);
    context.translate(-this.left, -this.top);
    this.drawn = { groups: 0, links: 0 };
    this.way = way === undefined ? undefined : new Set([...way].map((node) => this.groupOf.get(node)));
    this.#drawLinks(context, right, bottom, time, glow);
    const from = Math.max(0, Math.floor((this.left - box.width) / box.column));
    for (const layer of this.layers.slice(from, Math.max(from, Math.ceil(right / box.column)))) {
      for (let index = firstBelow(layer, this.top - box.height); index < layer.length; index += 1) {
        const group = layer[index];
        if (group.y > bottom) break;
        this.drawn.groups += 1;
        this.#drawGroup(context, group, time, glow, group.key === selected?.key, found);
      }
    }
    context.restore();
    if (this.groups.length === 0) drawNothing(context, width, height, nothing);
  }

  #drawLinks(context, right, bottom, time, glow) {
    const [quiet, effects, lit, ways] = [new Path2D(), new Path2D(), [], []];
    for (const { outputs } of this.groups) {
      for (const link of outputs) {
        const { from, to } = link;
        if (from.x > right || to.x + box.width < this.left) continue;
        if (Math.max(from.y, to.y) + box.height < this.top || Math.min(from.y, to.y) > bottom) continue;
        this.drawn.links += 1;
        const light = glow > 0 ? this.#lightOf(from, time, glow) : 0;
        if (this.way?.has(from) && this.way.has(to)) ways.push(link);
        else if (light > 0) lit.push([link, light]);
        else curve(link.isEffect ? effects : quiet, link);
      }
    }
    context.strokeStyle = colour.quiet;
    context.globalAlpha = 0.4;
    context.lineWidth = 1.6;
    context.stroke(quiet);
    context.setLineDash([4, 5]);
    context.stroke(effects);
    context.setLineDash([]);
    context.strokeStyle = colour.lit;
    for (const [link, light] of lit) {
      const path = new Path2D();
      curve(path, link);
      context.globalAlpha = 0.25 + 0.75 * light;
      context.lineWidth = 1.6 + 1.8 * light;
      context.setLineDash(link.isEffect ? [4, 5] : []);
      context.stroke(path);
    }
    context.strokeStyle = colour.accent;
    context.globalAlpha = 1;
    context.lineWidth = 3;
    for (const link of ways) {
      const path = new Path2D();
      curve(path, link);
      context.setLineDash(link.isEffect ? [4, 5] : []);
      context.stroke(path);
    }
    context.setLineDash([]);
  }

  /// The brightness of a group, from 0 to 1: it fades after each value.
  #lightOf(group, time, glow) {
    const last = this.#lastOf(group, time, isValue);
    return last === undefined ? 0 : Math.max(0, 1 - (time - last.time) / glow);
  }

  #lastOf(group, time, test) {
    let last;
    for (const node of group.nodes) {
      const event = this.model.lastOf(node, time, test);
      if (event !== undefined && (last === undefined || event.time > last.time)) last = event;
    }
    return last;
  }

  #drawGroup(context, group, time, glow, isSelected, found) {
    const { x, y, kind, nodes } = group;
    const isOnWay = this.way?.has(group) ?? false;
    const isFound = this.way !== undefined ? isOnWay : found === undefined || nodes.some((node) => found.has(node));
    const light = glow > 0 ? this.#lightOf(group, time, glow) : 0;
    context.globalAlpha = isFound ? 1 : 0.35;
    if (nodes.length > 1) drawBox(context, x + 4, y + 4, colour.card, colour.line);
    const border = isSelected || isOnWay ? colour.accent : light > 0 ? colour.lit : colour.line;
    drawBox(context, x, y, colour.card, border, isSelected ? 2.5 : 1 + light);
    context.fillStyle = colour[kind];
    context.beginPath();
    context.roundRect(x, y, 5, box.height, [9, 0, 0, 9]);
    context.fill();
    if (this.scale >= 0.3) this.#drawText(context, group, time);
    context.globalAlpha = 1;
  }

  /// Draws the name, the place and the last value. A small box shows no place, which leaves room for larger letters.
  #drawText(context, group, time) {
    const { x, y, place, nodes, kind } = group;
    const end = nodes.length === 1 && isOver(nodes[0], time) ? nodes[0].ended : undefined;
    const isSmall = this.scale < 0.6;
    const size = Math.min(isSmall ? 28 : 14, Math.max(12.5, 10 / this.scale));
    const room = (box.width - 22) / (0.6 * size);
    const name = isSmall && group.name.length > room ? group.name.replace(/\b[A-Z]\w*\.(?=\w)/g, "") : group.name;
    const drops = nodes.reduce((sum, node) => sum + countUntil(node.drops, time), 0);
    const badge = nodes.length > 1 ? `×${countText(nodes.length)}` : end === undefined ? "" : end.is;
    context.textBaseline = "alphabetic";
    context.fillStyle = end === undefined ? colour.ink : colour.quiet;
    context.font = sans(size, 600);
    const line = isSmall ? 28 : 20;
    context.fillText(short(name, badge === "" ? room : room - 1.3 * badge.length - 1), x + 14, y + line);
    context.font = sans(0.85 * size, 600);
    context.textAlign = "right";
    context.fillStyle = end === undefined ? colour[kind] : eventColour(end);
    context.fillText(badge, x + box.width - 9, y + line);
    context.textAlign = "left";
    context.font = sans(0.85 * size);
    context.fillStyle = colour.quiet;
    if (!isSmall) context.fillText(short(shortPlace(place), 1.15 * room), x + 14, y + 38);
    context.font = sans(0.8 * size, 600);
    const loss = drops > 0 ? `${countText(drops)} dropped` : "";
    context.textAlign = "right";
    context.fillStyle = colour.bad;
    context.fillText(loss, x + box.width - 9, y + 56);
    context.textAlign = "left";
    const last = this.#lastOf(group, time, (event) => event.value !== undefined && event.is !== "dropped");
    if (last === undefined) return;
    context.font = mono(0.9 * size);
    context.fillStyle = eventColour(last);
    context.fillText(short(last.value.replace(/\s+/g, " "), room - loss.length), x + 14, y + 56);
  }
}

function drawNothing(context, width, height, lines) {
  context.font = sans(14);
  context.fillStyle = colour.quiet;
  context.textAlign = "center";
  lines.forEach((line, index) => context.fillText(line, width / 2, height / 2 + 24 * index));
  context.textAlign = "left";
}

function drawBox(context, x, y, fill, border, thickness = 1) {
  context.fillStyle = fill;
  context.strokeStyle = border;
  context.lineWidth = thickness;
  context.beginPath();
  context.roundRect(x, y, box.width, box.height, 9);
  context.fill();
  context.stroke();
}

function curve(path, { from, to }) {
  const [startX, startY] = [from.x + box.width, from.y + box.height / 2];
  const [endX, endY] = [to.x, to.y + box.height / 2];
  if (endX < startX) {
    // A link to an earlier layer passes below both boxes.
    const low = Math.max(startY, endY) + 1.3 * box.row;
    path.moveTo(startX, startY);
    path.bezierCurveTo(startX + 70, startY, startX + 60, low, startX - 20, low);
    path.lineTo(endX + 20, low);
    path.bezierCurveTo(endX - 60, low, endX - 70, endY, endX, endY);
    return;
  }
  const reach = Math.max(34, (endX - startX) / 2);
  path.moveTo(startX, startY);
  path.bezierCurveTo(startX + reach, startY, endX - reach, endY, endX, endY);
}

function firstBelow(layer, top) {
  let low = 0;
  let high = layer.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (layer[middle].y < top) low = middle + 1;
    else high = middle;
  }
  return low;
}
