// The positions of the graph's boxes: in layers, from sources on the left to handlers on the right.

export const box = { width: 184, height: 66, column: 236, row: 82 };

/// Gathers the living nodes into groups. Nodes with the same name and place are one group, unless it is unfolded.
///
/// Returns also the `members` of each group, including released nodes, and `groupOf`: the group of each living node. Nodes
/// that the `filter` hides are left out: an edge leads past them to the next shown node. `folding` makes larger boxes: see
/// `foldings`.
export function gather(model, time, unfolded, numbers, { filter, folding: boxOf } = {}) {
  const groups = new Map();
  const groupOf = new Map();
  const members = new Map();
  const keys = [...foldingKeys(model, numbers)].sort(([one], [other]) => one.id - other.id);
  for (const [node, folding] of keys) {
    if (filter?.isOn && !filter.shows(node)) continue;
    const large = boxOf?.(node);
    const key = large !== undefined ? large.key : unfolded.has(folding) ? `#${node.id}` : folding;
    const all = members.get(key);
    if (all === undefined) members.set(key, [node]);
    else all.push(node);
    if (!model.isAlive(node, time)) continue;
    let group = groups.get(key);
    if (group === undefined) {
      const { kind, name, place } = large ?? { ...node, place: model.placeOf(node) };
      group = { key, folding, kind, name, place, nodes: [], inputs: [], outputs: [] };
      groups.set(key, group);
    }
    group.nodes.push(node);
    groupOf.set(node, group);
  }
  const links = new Map();
  for (const [node, group] of groupOf) {
    for (const { edge, to: end } of edgesFrom(node, (edge) => model.isAlive(edge, time), (node) => groupOf.has(node))) {
      const other = groupOf.get(end);
      if (other === group) continue;
      let to = links.get(group);
      if (to === undefined) links.set(group, (to = new Map()));
      let link = to.get(other);
      if (link === undefined) {
        link = { from: group, to: other, edges: [], isEffect: true };
        to.set(other, link);
        group.outputs.push(link);
        other.inputs.push(link);
      }
      link.edges.push(edge);
      if (!edge.isEffect) link.isEffect = false;
    }
  }
  return { groups: [...groups.values()], members, groupOf };
}

/// The edges from a node to the next shown nodes, past hidden ones.
function edgesFrom(node, isAlive, isShown) {
  const found = [];
  const seen = new Set([node]);
  for (const from of seen) {
    for (const edge of from.outputs) {
      if (!isAlive(edge)) continue;
      if (isShown(edge.to)) found.push({ edge, to: edge.to });
      else seen.add(edge.to);
    }
  }
  return found;
}

/// The key of each node's box. A stage has no place, so its key contains the key of the node that follows it.
function foldingKeys(model, numbers) {
  const number = (key) => {
    let known = numbers.get(key);
    if (known === undefined) numbers.set(key, (known = numbers.size));
    return known;
  };
  const found = new Map();
  const keyOf = (node, after) => `${node.kind}|${node.name}|${node.place ?? ""}|${after === undefined ? "" : number(after)}`;
  for (const start of model.nodes.values()) {
    const path = [];
    const seen = new Set();
    let node = start;
    while (node !== undefined && node.place === undefined && !found.has(node) && !seen.has(node)) {
      seen.add(node);
      path.push(node);
      node = node.outputs[0]?.to;
    }
    if (node !== undefined && !found.has(node)) found.set(node, keyOf(node));
    let after = node === undefined ? undefined : found.get(node);
    for (const member of path.reverse()) found.set(member, (after = keyOf(member, after)));
  }
  return found;
}

/// Gives each group its layer, and its position in the layer.
export function layOut(groups) {
  setLayers(groups);
  const layers = [];
  for (const group of groups) (layers[group.layer] ??= []).push(group);
  for (let index = 0; index < layers.length; index += 1) layers[index] ??= [];
  for (const layer of layers) layer.forEach((group, index) => { group.y = index * box.row; });
  for (let sweep = 0; sweep < 4; sweep += 1) {
    for (const layer of layers) settle(layer, "inputs", "from", true);
    for (const layer of [...layers].reverse()) settle(layer, "outputs", "to", true);
  }
  for (const layer of layers) settle(layer, "inputs", "from", false);
  layers.forEach((layer, index) => layer.forEach((group) => { group.x = index * box.column; }));
  return layers;
}

/// The layer of a group is the length of the longest path from a source. In a cycle, the oldest group counts as a source.
function setLayers(groups) {
  const waits = new Map(groups.map((group) => [group, group.inputs.length]));
  const ready = groups.filter((group) => group.inputs.length === 0);
  for (const group of groups) group.layer = 0;
  let next = 0;
  for (let done = 0; done < groups.length; done += 1) {
    if (done === ready.length) {
      while (!(waits.get(groups[next]) > 0)) next += 1;
      waits.set(groups[next], 0);
      ready.push(groups[next]);
    }
    for (const { to } of ready[done].outputs) {
      if (!(waits.get(to) > 0)) continue;
      to.layer = Math.max(to.layer, ready[done].layer + 1);
      waits.set(to, waits.get(to) - 1);
      if (waits.get(to) === 0) ready.push(to);
    }
  }
  // A source is moved next to its first reader.
  for (const group of groups) {
    if (group.inputs.length > 0 || group.outputs.length === 0) continue;
    const first = group.outputs.reduce((least, { to }) => Math.min(least, to.layer), Infinity);
    group.layer = Math.max(0, first - 1);
  }
}

/// Moves the groups of a layer to the mean height of their neighbours, as near as possible without overlap.
function settle(layer, links, end, sorts) {
  const wish = new Map(layer.map((group) => {
    const others = group[links];
    const sum = others.reduce((sum, link) => sum + link[end].y, 0);
    return [group, others.length === 0 ? group.y : sum / others.length];
  }));
  if (sorts) layer.sort((one, other) => wish.get(one) - wish.get(other));
  // Groups that touch are one run, which moves to the mean of their wishes.
  const runs = [];
  layer.forEach((group, index) => {
    runs.push({ sum: wish.get(group) - index * box.row, count: 1 });
    while (runs.length > 1 && mean(runs.at(-2)) > mean(runs.at(-1))) {
      const last = runs.pop();
      runs.at(-1).sum += last.sum;
      runs.at(-1).count += last.count;
    }
  });
  let index = 0;
  for (const run of runs) {
    for (let count = run.count; count > 0; count -= 1) {
      layer[index].y = mean(run) + index * box.row;
      index += 1;
    }
  }
}

const mean = (run) => run.sum / run.count;
