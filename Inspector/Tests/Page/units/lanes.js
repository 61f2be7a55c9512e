import { executions, refusals } from "/commands.js";
import { Lanes, TimeView } from "/lanes.js";
import { Model } from "/model.js";
import { niceStep, short, timeText } from "/paint.js";
import { equal, event, node, ok, test, text } from "./check.js";

const canvas = () => {
  const made = document.body.appendChild(document.createElement("canvas"));
  made.style.width = "800px";
  made.style.height = "300px";
  return made;
};

const lanesOf = (...lines) => {
  const model = new Model();
  model.read(text(...lines.flat()));
  const view = new TimeView(model);
  const lanes = new Lanes(canvas(), canvas(), model, view);
  for (const node of model.nodes.values()) lanes.add({ key: `#${node.id}`, name: node.name, nodes: [node] });
  view.follows = false;
  [view.from, view.until, view.cursor] = [0, 800, 800];
  return { lanes, view, model };
};

test("a lane shows a later name of its node", () => {
  const { lanes, model } = lanesOf(node(1, "property", "MutableProperty"), node(2, "property", "MutableProperty"), node(3));
  const [one, other, third] = model.nodes.values();
  lanes.lanes[1].nodes.push(third);
  one.name = "Cart.total";
  lanes.update(new Map([["named", [one]], ["unfolded", [other]], ["#3", [third]]]));
  // A lane that was only unfolded stays the same.
  equal(lanes.lanes.map(({ key, name, nodes }) => [key, name, nodes.length]), [["named", "Cart.total", 1], ["#2", "MutableProperty", 2], ["#3", "map", 1]]);
});

test("marbles that touch are one bar, and none is lost", () => {
  const times = [10, 100, 101, 102, 103, 400];
  const { lanes } = lanesOf(node(1), times.map((time, index) => event("next", index, 1, time)));
  lanes.draw({});
  equal(lanes.drawn, { marbles: 2, bars: 1, aggregated: 4 });
  equal(lanes.hits.map(({ count }) => count), [1, 4, 1]);
});

test("a hundred thousand events are a few bars", () => {
  const events = Array.from({ length: 100_000 }, (_, index) => event("next", index, 1, Math.floor(index / 125)));
  const { lanes, view } = lanesOf(node(1), events);
  lanes.draw({});
  equal([lanes.drawn.marbles, lanes.drawn.aggregated], [0, 100_000]);
  ok(lanes.drawn.bars <= 101, `${lanes.drawn.bars} bars`);
  [view.from, view.until] = [100, 101];
  lanes.draw({});
  ok(lanes.drawn.bars + lanes.drawn.marbles <= 2, "at most two marks are drawn");
});

test("events after the cursor are not drawn", () => {
  const { lanes, view } = lanesOf(node(1), [100, 300, 500].map((time, index) => event("next", index, 1, time)));
  view.stand(300);
  lanes.draw({});
  equal(lanes.drawn.marbles, 2);
});

test("a click selects the marble under it", () => {
  const { lanes } = lanesOf(node(1), event("next", 7, 1, 400));
  lanes.draw({});
  equal(lanes.hit(401, 26 + 37).event.number, 7);
  equal(lanes.hit(300, 26 + 37), undefined);
  equal(lanes.laneAt(30).name, "map");
});

test("zooming keeps the time under the pointer, and has bounds", () => {
  const { view } = lanesOf(node(1), event("next", 1, 1, 400));
  view.zoom(2, 200);
  equal([view.from, view.until], [100, 500]);
  for (let count = 0; count < 200; count += 1) view.zoom(2, 200);
  ok(view.until - view.from >= 200, "a span stays");
});

test("the cursor moves with the end only while it follows", () => {
  const { view, model } = lanesOf(node(1), event("next", 1, 1, 400));
  view.follows = true;
  model.read(text(event("next", 2, 1, 5e9)));
  view.tick();
  equal(view.cursor, 5e9);
  ok(view.until > 5e9, "the end is visible");
  view.stand(400);
  model.read(text(event("next", 3, 1, 9e9)));
  view.tick();
  equal([view.cursor, view.follows], [400, false]);
});

test("executions are bars, under each other where they overlap", () => {
  const lines = [
    node(1, "command", "save"),
    event("began", 1, 1, 10, { run: 1, value: "a" }), event("queued", 2, 1, 20, { run: 2, value: "b" }),
    event("ended", 3, 1, 50, { run: 1, value: "completed" }), event("began", 4, 1, 60, { run: 2, value: "b" }),
    event("ended", 5, 1, 90, { run: 2, value: "failed: offline" }), event("began", 6, 1, 95, { run: 3 }),
    event("refused", 7, 1, 99, { value: "disabled" }),
  ];
  const { lanes, model } = lanesOf(lines);
  const runs = executions(model.events);
  equal(runs.map(({ number, accepted, began, ended, row, outcome }) => [number, accepted, began, ended, row, outcome]), [
    [1, 10, 10, 50, 0, "completed"], [2, 20, 60, 90, 1, "failed: offline"], [3, 95, 95, undefined, 0, undefined],
  ]);
  equal(refusals(model.events).length, 1);
  lanes.draw({});
  equal(lanes.hits.map(({ event }) => event.number), [3, 5, 6, 7]);
});

test("times have a fitting unit", () => {
  equal([0, 999, 1_500, 2_500_000, 250e6, 1.5e9, 75e9].map((time) => timeText(time)), ["0 ns", "999 ns", "1.5 µs", "2.50 ms", "250 ms", "1.50 s", "75.0 s"]);
  equal([niceStep(1, 10), niceStep(70, 10), niceStep(1e9, 8)], [0.1, 10, 2e8]);
  equal([short("abc", 3), short("abcd", 3)], ["abc", "ab…"]);
});
