import { Model } from "/model.js";
import { whyDidItFire, whyDidItNot } from "/why.js";
import { chain, edge, equal, event, node, ok, test, text } from "./check.js";

const read = (...lines) => {
  const model = new Model();
  model.read(text(...lines.flat()));
  return model;
};

/// The name of each stage above a node, with a "!" where it came no further.
const steps = (model, id, time = 1_000) => whyDidItNot(model, model.nodes.get(id), time);
const marks = (...asked) => steps(...asked).map(({ node, stops }) => `${node.name}${stops ? "!" : ""}`);
const textOf = (model, id, name, time) => steps(model, id, time).find(({ node }) => node.name === name).text;

test("the reason of an event is the path back through its causes", () => {
  const model = read(
    chain("typed", "map", "end"), event("next", 1, 1, 10, { value: "a" }), event("next", 2, 2, 11, { cause: 1 }),
    event("next", 3, 3, 12, { cause: 2 }), event("next", 4, 3, 13, { cause: 99 }));
  equal(whyDidItFire(model, model.events[2]).path.map((event) => event.node.name), ["end", "map", "typed"]);
  equal(whyDidItFire(model, model.events[2]).isCut, false);
  equal(whyDidItFire(model, model.events[3]).isCut, true);
});

test("causes in a ring end", () => {
  const model = read(node(1), event("next", 1, 1, 1, { cause: 2 }), event("next", 2, 1, 1, { cause: 1 }));
  equal(whyDidItFire(model, model.events[0]).path.length, 2);
});

test("a filter that kept it", () => {
  const model = read(chain("typed", "map", "filter", "end"), event("next", 1, 1, 10, { value: "a" }), event("next", 2, 2, 11, { value: "A", cause: 1 }));
  equal(marks(model, 4), ["end", "filter!", "map", "typed"]);
  equal(textOf(model, 4, "filter"), "“A” arrived, and no value was sent: its condition was not met.");
});

test("a debounce that never rests", () => {
  const model = read(chain("typed", "debounce(300 ms)", "end"), ...Array.from({ length: 20 }, (_, index) => event("next", index + 1, 1, 10 * index)));
  equal(marks(model, 3), ["end", "debounce(300 ms)!", "typed"]);
  ok(textOf(model, 3, "debounce(300 ms)").includes("pause"), "the pause is named");
});

test("a source that never sent, and a released source", () => {
  const silent = read(chain("typed", "map", "end"));
  equal(marks(silent, 3), ["end", "map", "typed!"]);
  equal(textOf(silent, 3, "typed"), "It has never sent anything.");
  const gone = read(chain("typed", "map", "end"), { is: "gone", node: 1, time: 5 });
  equal(textOf(gone, 3, "typed"), "It was released. Nothing follows.");
});

test("a failure that ended it", () => {
  const model = read(chain("typed", "map", "end"), event("failed", 1, 1, 10, { value: "timeout" }), event("failed", 2, 2, 11, { cause: 1 }));
  equal(textOf(model, 3, "typed"), "It failed: timeout. Nothing follows.");
  equal(marks(model, 3), ["end", "map!", "typed!"]);
});

test("a side of combineLatest that never sent", () => {
  const lines = [node(1, "subject", "name"), node(2, "subject", "email"), node(3, "stage", "combineLatest"), node(4, "subscription", "end")];
  const model = read(lines, edge(1, 3), edge(2, 3), edge(3, 4), event("next", 1, 1, 5, { value: "Ada" }));
  equal(marks(model, 4), ["end", "combineLatest!", "name", "email!"]);
  equal(textOf(model, 4, "combineLatest"), "“Ada” arrived, and no value was sent: email has never sent a value.");
});

test("a disabled command, a buffer that drops, a gate with a queued value", () => {
  const model = read(
    node(1, "command", "save"), node(2, "stage", "deliver(on:)"), node(3, "stage", "merge"), edge(1, 2), edge(2, 3),
    event("refused", 1, 1, 5, { value: "disabled" }), event("dropped", 2, 2, 6, { value: "no room for 7" }), event("waits", 3, 3, 7));
  equal(textOf(model, 3, "save"), "It refused: disabled.");
  equal(textOf(model, 3, "deliver(on:)"), "It dropped a value: no room for 7.");
  equal(textOf(model, 3, "merge"), "1 value is queued here.");
});

test("a derived property and a subject without observers", () => {
  const model = read(node(1, "property", "name"), node(2, "derived", "isValid"), node(3, "subject", "log"), event("next", 1, 3, 5, { value: "x" }));
  equal(textOf(model, 2, "isValid"), "It was never computed: it has no observer and was not read.");
  equal(textOf(model, 3, "log"), "Its last event was x. It had no observer.");
});

test("it was disposed, or did not exist yet", () => {
  const model = read(chain("typed", "end"), event("disposed", 1, 2, 10, { value: "by hand" }), event("next", 2, 1, 20, { value: "a" }));
  equal(textOf(model, 2, "end"), "It was disposed: by hand. Nothing follows.");
  const late = read(node(1, "subject", "typed"), node(2, "subscription", "end", { time: 90 }), edge(1, 2, 90));
  equal(textOf(late, 2, "end", 50), "It did not exist yet.");
});

test("a handler whose owner was released", () => {
  const model = read(chain("typed", "end"), event("next", 1, 1, 10, { value: "a" }), event("next", 2, 2, 10, { value: "a", cause: 1 }), event("disposed", 3, 2, 12, { cause: 2 }));
  ok(textOf(model, 2, "end").startsWith("It was disposed when “a” arrived: its owner was released"), textOf(model, 2, "end"));
});

test("without a fault, no stage stops the value", () => {
  const model = read(chain("typed", "map", "end"), event("next", 1, 1, 1, { value: "a" }), event("next", 2, 2, 2, { cause: 1, value: "A" }), event("next", 3, 3, 3, { cause: 2, value: "A" }));
  equal(marks(model, 3), ["end", "map", "typed"]);
});
