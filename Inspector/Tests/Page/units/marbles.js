import { fittingTick, marbleTest } from "/marbles.js";
import { Model } from "/model.js";
import { equal, event, node, ok, test, text } from "./check.js";

/// A test of nodes 1… as inputs and 9 as the output.
function made(events, { inputs = 1, span = [0, 1_000], tick = 10, chain = "input" } = {}) {
  const model = new Model();
  const names = ["typed", "other", "third", "fourth"].slice(0, inputs);
  model.read(text(...names.map((name, index) => node(index + 1, "subject", name)), node(9, "subscription", "results"), ...events));
  const lane = (id) => ({ name: model.nodes.get(id).name, place: "App/Search.swift:7", events: model.nodes.get(id).events });
  return marbleTest({ model, inputs: names.map((_, index) => lane(index + 1)), output: lane(9), span, tick, chain });
}

const lines = (result) => result.text.split("\n").filter((line) => /^ {4}"/.test(line)).map((line) => line.trim().slice(1, -1));
let number = 0;
const next = (node, time, value, others = {}) => event("next", (number += 1), node, time, { value, ...others });

test("letters stand for themselves, and simultaneous values are a group", () => {
  const result = made([next(1, 100, "a"), next(1, 120, "b"), next(9, 122, "b"), next(9, 123, "c"), event("completed", 900, 1, 150), event("completed", 901, 9, 150)]);
  equal(lines(result), ["a-b--|", "--(bc)--|"]);
  ok(result.text.includes("  marbles {\n"), "there is nothing to explain");
});

test("other values get letters, and equal ones the same", () => {
  const result = made([next(1, 0, "swift"), next(1, 20, "rill"), next(9, 20, "rill"), next(9, 40, "zig")]);
  equal(lines(result), ["a-b--", "--b-c"]);
  ok(result.text.includes(`let sent: [Character: String] = ["a": "swift", "b": "rill"]`), result.text);
  ok(result.text.includes(`let expected: [Character: String] = ["b": "rill", "c": "zig"]`), result.text);
  ok(result.text.includes("marbles(inputs: { sent[$0]! }, values: expected) {"), result.text);
});

test("numbers are numbers", () => {
  const result = made([next(1, 0, "17"), next(1, 20, "3"), next(9, 20, "true"), next(9, 40, "false")]);
  ok(result.text.includes(`let sent: [Character: Int] = ["a": 17, "b": 3]`), result.text);
  ok(result.text.includes(`let expected: [Character: Bool] = ["a": true, "b": false]`), result.text);
  ok(made([next(1, 0, "1.5"), next(9, 1, "1e3")]).text.includes(`let sent: [Character: Double] = ["a": 1.5]`), "doubles");
  ok(made([next(1, 0, "007"), next(9, 1, "x")]).text.includes(`["a": 7]`) === false, "a number that begins with 0 is a text");
});

test("an output keeps its distance to its cause", () => {
  // By itself each would be rounded down at 14 and up at 45.
  const one = next(1, 14, "a");
  const result = made([next(1, 0, "x"), one, next(9, 45, "a", { cause: one.event })]);
  equal(lines(result), ["xa---", "----a"]);
});

test("a failure is #, and no event follows it", () => {
  const result = made([next(1, 0, "a"), event("failed", 700, 1, 30, { value: "offline" }), next(1, 50, "b"), event("failed", 701, 9, 30)]);
  equal(lines(result), ["a--#", "---#"]);
});

test("several inputs have several lines", () => {
  const result = made([next(1, 0, "a"), next(2, 30, "b"), next(9, 30, "c")], { inputs: 2, chain: "one.combineLatest(two) { $0 + $1 }" });
  equal(lines(result), ["a---", "---b", "---c"]);
  ok(result.text.includes("through: { one, two, _ in"), result.text);
});

test("texts are escaped", () => {
  const result = made([next(1, 0, '"); fatalError() //\\(x)\n\u2028\u202e'), next(9, 0, "b")]);
  ok(result.text.includes(String.raw`"\"); fatalError() //\\(x)\n\u{2028}\u{202e}"`), result.text);
  const model = new Model();
  model.read(text({ is: "recording", program: "x\n#error(1)" }, node(1, "subject", "a\nb"), next(1, 0, "a")));
  const lane = { name: "a\nb`", place: "/x\u2028y:1", events: model.events };
  const { text: swift } = marbleTest({ model, inputs: [lane], output: lane, span: [0, 10], tick: 1, chain: "input" });
  equal(swift.split(/[\n\u2028]/).filter((line) => line.includes("x #error(1)")).length, 1);
  ok(swift.split("\n").every((line) => !line.startsWith("#error")), swift);
});

test("recordings without a test have a reason", () => {
  const one = [next(1, 0, "a"), next(9, 0, "a")];
  ok(made(one, { inputs: 0 }).problem.includes("input"), "no input");
  ok(made(one, { inputs: 4 }).problem.includes("three"), "four inputs");
  ok(made(one, { span: [0, 10_000], tick: 1 }).problem.includes("400"), "too long");
  ok(made(one, { span: [500, 600] }).problem.includes("No input"), "nothing sent");
  ok(made([next(1, 0, undefined)]).problem.includes("hidden"), "no values");
  const many = Array.from({ length: 70 }, (_, index) => next(1, index * 10, `value ${index}`));
  ok(made(many).problem.includes("62"), "too many values");
  ok(made([next(1, 0, "17"), next(2, 0, "18"), next(3, 0, "19")], { inputs: 3 }).problem.includes("one letter"), "three inputs");
});

test("a tick fits the span", () => equal([fittingTick([0, 6e8]), fittingTick([0, 61e6])], [1e7, 2e6]));
