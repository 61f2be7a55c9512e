import { Model } from "/model.js";
import { box, gather, layOut } from "/layout.js";
import { chain, edge, equal, node, ok, test, text } from "./check.js";

const laidOut = (lines, { time = 0, unfolded = new Set() } = {}) => {
  const model = new Model();
  model.read(text(...lines));
  const { groups, groupOf } = gather(model, time, unfolded, new Map());
  const layers = layOut(groups);
  return { model, groups, groupOf, layers, layerOf: (id) => groupOf.get(model.nodes.get(id))?.layer };
};

const noneCovers = (layers) => {
  for (const layer of layers) {
    for (let index = 1; index < layer.length; index += 1) {
      ok(layer[index].y - layer[index - 1].y > box.row - 1e-6, "two boxes cover each other");
    }
  }
};

test("a chain goes from left to right", () => {
  const { groups } = laidOut(chain("typed", "map", "filter", "end"));
  equal(groups.map(({ name, layer, y }) => [name, layer, y]), [["typed", 0, 0], ["map", 1, 0], ["filter", 2, 0], ["end", 3, 0]]);
});

test("a node is right of the longest path to it, and a source is next to its dependent", () => {
  const lines = [1, 2, 3, 4, 5].map((id) => node(id, "property", `p${id}`));
  const { layerOf, layers } = laidOut([...lines, edge(1, 2), edge(2, 3), edge(3, 4), edge(1, 4), edge(5, 4)]);
  equal([1, 2, 3, 4, 5].map(layerOf), [0, 1, 2, 3, 2]);
  noneCovers(layers);
});

test("a cycle is drawn, too", () => {
  const { groups, layerOf } = laidOut([...[1, 2, 3].map((id) => node(id, "property", `p${id}`)), edge(1, 2), edge(2, 3), edge(3, 1), edge(2, 2)]);
  equal([groups.length, ...[1, 2, 3].map(layerOf)], [3, 0, 1, 2]);
});

test("nodes of one name and place are one box, stages also by the next stage", () => {
  const lines = [];
  for (let index = 0; index < 30; index += 3) {
    lines.push(node(index + 1, "stage", "map"), node(index + 2, "stage", "map"));
    lines.push(node(index + 3, "subscription", "subscribe", { place: `App/${index % 2}.swift:1` }));
    lines.push(edge(index + 1, index + 2), edge(index + 2, index + 3));
  }
  const { groups } = laidOut(lines);
  equal(groups.map((group) => group.nodes.length), [5, 5, 5, 5, 5, 5]);
  equal(groups[0].place, "App/0.swift:1");
  const { groups: some } = laidOut(lines, { unfolded: new Set([groups[2].folding]) });
  equal(some.length, 10);
});

test("released nodes are not laid out", () => {
  const { groups } = laidOut([...chain("typed", "map", "end"), { is: "gone", node: 3, time: 5 }], { time: 5 });
  equal(groups.map(({ name, outputs }) => [name, outputs.length]), [["typed", 1], ["map", 0]]);
});

test("ten thousand in a row, and ten thousand in a column", () => {
  const many = Array.from({ length: 10_000 }, (_, index) => node(index + 1, "property", `p${index}`));
  const row = laidOut([...many, ...many.slice(1).map((_, index) => edge(index + 1, index + 2))]);
  equal(row.layers.length, 10_000);
  const column = laidOut([...many, ...many.slice(1).map((_, index) => edge(1, index + 2))]);
  equal(column.layers.map((layer) => layer.length), [1, 9_999]);
  noneCovers(column.layers);
});

test("ten thousand stages without a place", () => {
  const stages = Array.from({ length: 10_000 }, (_, index) => node(index + 1));
  const { groups } = laidOut([...stages, ...stages.slice(1).map((_, index) => edge(index + 1, index + 2))]);
  equal(groups.length, 10_000);
});
