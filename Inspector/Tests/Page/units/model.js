import { Model, countUntil, isOver } from "/model.js";
import { chain, edge, equal, event, node, ok, test, text } from "./check.js";

test("events are in the order of time, and those of one time as in the file", () => {
  const model = new Model();
  model.read(text(node(1), event("next", 9, 1, 50), event("next", 3, 1, 20), event("next", 2, 1, 20), event("next", 8, 1, 60)));
  equal(model.events.map((event) => event.number), [3, 2, 9, 8]);
  equal(model.nodes.get(1).events.map((event) => event.number), [3, 2, 9, 8]);
  equal([0, 19, 20, 50, 99].map((time) => countUntil(model.events, time)), [0, 0, 2, 3, 4]);
});

test("invalid lines are counted, and unknown kinds ignored", () => {
  const model = new Model();
  model.read('{"is":"next"\nnull\n[]\n7\n{"is":"later","time":1}\n{"is":"node","node":1,"kind":"constructor","time":1}\n');
  model.read(text(event("next", 1, 77, 1), edge(1, 2), { is: "gone", node: 3, time: 1 }, event("next", 1.5, 1, 1)));
  equal(model.unread, 10);
  model.read(text(node(1, "stage", 7, { later: [1] }), event("next", 1, 1, 5, { value: { toString: 1 }, cause: "x" })));
  equal(model.unread, 10);
  equal([model.nodes.get(1).name, model.events[0].value, model.events[0].cause], ["stage", undefined, undefined]);
});

test("a field with a wrong value is ignored, or its line counted as invalid", () => {
  const odd = [
    undefined, null, true, -1, 1.5, 1e300, 2 ** 53, "", "1", "__proto__", "constructor", [], [1], {}, { toString: 1 }, 1, 2,
  ];
  const right = [
    node(1), node(2, "derived"), edge(1, 2), edge(1, 2, 5, "unlinked"), { is: "gone", node: 1, time: 7 },
    event("next", 1, 1, 1, { cause: 1, run: 1, value: "a" }), { is: "lost", count: 1, time: 1 },
    { is: "recording", version: 1, program: "one", began: 1 },
  ];
  for (const line of right) {
    for (const field of Object.keys(line)) {
      for (const value of odd) {
        const model = new Model();
        model.read(text(node(1), node(2, "derived"), edge(1, 2), event("next", 1, 1, 1), { ...line, [field]: value }));
        model.read(text(event("next", 2, 1, 9, { cause: 1 })));
        ok(Number.isSafeInteger(model.lost) && Number.isSafeInteger(model.end), `${line.is}: ${field} is ${JSON.stringify(value)}`);
        for (const each of model.nodes.values()) model.figuresOf(each, model.end);
        for (const each of model.events) model.causeOf(each);
      }
    }
  }
});

test("nodes and edges come and go", () => {
  const model = new Model();
  model.read(text(node(1), node(2, "derived"), edge(1, 2, 5), edge(1, 2, 8, "unlinked"), { is: "gone", node: 2, time: 9 }));
  const [one, two] = [model.nodes.get(1), model.nodes.get(2)];
  equal([4, 5, 7, 8].map((time) => model.isAlive(one.outputs[0], time)), [false, true, true, false]);
  equal([8, 9].map((time) => model.isAlive(two, time)), [true, false]);
  ok(model.structureAt(7) !== model.structureAt(8), "the structure changes with the edge");
  equal(model.structureAt(5), model.structureAt(7));
});

test("a later name replaces the name", () => {
  const model = new Model();
  model.read(text(...chain("typed", "map", "end"), node(2, "stage", "search")));
  equal([model.nodes.get(2).name, model.nodes.get(2).inputs.length], ["search", 1]);
  equal(model.placeOf(model.nodes.get(2)), "App/end.swift:3");
});

test("the oldest events are dropped, and nodes that were released before", () => {
  const model = new Model(100);
  model.read(text(node(1), node(2), edge(1, 2), event("completed", 1, 2, 1), { is: "gone", node: 2, time: 2 }));
  for (let number = 2; number < 200; number += 1) model.read(text(event("next", number, 1, number, { cause: number - 1 })));
  ok(model.events.length <= 125 && model.events.length >= 100, `${model.events.length} events`);
  equal([model.nodes.size, model.edges.size, model.nodes.get(1).outputs.length], [1, 0, 0]);
  equal(model.nodes.get(1).events.length, model.events.length);
  equal(model.byNumber.size, model.events.length);
  equal(model.start, model.events[0].time);
});

test("the view of an ended program shows the moment before the end", () => {
  const model = new Model();
  model.read(text(node(1), event("next", 1, 1, 500), event("completed", 2, 1, 800), { is: "gone", node: 1, time: 900 }));
  equal(model.lateTime, 500);
  const other = new Model();
  other.read(text(node(1), { is: "gone", node: 1, time: 900 }));
  equal(other.lateTime, 900);
});

test("a value that a handler sets is caused by the received value", () => {
  const model = new Model();
  model.read(text(
    ...chain("typed", "map", "end"), node(4, "property", "text"), event("next", 5, 4, 12, { cause: 4 }), event("next", 4, 3, 12, { cause: 3 }),
    event("next", 3, 2, 12), event("next", 6, 4, 20, { cause: 3 }), event("next", 7, 4, 30, { cause: 99 })));
  // The cause may stand behind the effect. Nodes with an edge get no other.
  const inputs = model.nodes.get(4).inputs.map(({ from, born, isEffect }) => [from.id, born, isEffect]);
  equal(inputs, [[3, 12, true], [2, 12, true]]);
  equal(model.nodes.get(3).inputs.map(({ isEffect }) => isEffect ?? false), [false]);
});

test("a new recording resets the model", () => {
  const model = new Model();
  model.read(text({ is: "recording", version: 1, program: "one", began: 1 }, node(1), { is: "lost", count: 7, time: 1 }));
  equal([model.program, model.lost], ["one", 7]);
  model.read(text({ is: "recording", version: 1, program: "two", began: 2 }));
  equal([model.program, model.lost, model.nodes.size], ["two", 0, 0]);
});

test("queued values continue with the next values", () => {
  const model = new Model();
  model.read(text(
    node(1), event("waits", 1, 1, 10), event("waits", 2, 1, 20), event("next", 3, 1, 30),
    event("dropped", 4, 1, 40), event("completed", 5, 1, 50)));
  const figures = (time) => { const { depth, drops, rate } = model.figuresOf(model.nodes.get(1), time); return [depth, drops, rate]; };
  equal([10, 20, 30, 40, 50].map(figures), [[1, 0, 0], [2, 0, 0], [1, 0, 1], [1, 1, 1], [0, 1, 1]]);
  equal([40, 50].map((time) => isOver(model.nodes.get(1), time)), [false, true]);
});
