import { Model } from "/model.js";
import { makingOf, replayTest } from "/replaytest.js";
import { equal, event, node, ok, test, text } from "./check.js";

const nodes = [
  node(1, "property", "SignUp.email", { place: "App/SignUp.swift:2" }), node(2, "command", "subscribe", { place: "App/SignUp.swift:5" }),
  node(3, "property", "SignUp.status", { place: "App/SignUp.swift:3" }), node(4, "subject", "typed", { place: "App/SignUp.swift:4" }),
];

/// A test of some nodes as inputs and one as the output.
function made(inputs, output, events, span = [0, 9e9]) {
  const model = new Model();
  model.read(text(...nodes, ...events));
  const lane = (id) => ({ name: model.nodes.get(id).name, place: model.nodes.get(id).place, events: model.nodes.get(id).events });
  const lanes = { inputs: inputs.map(lane), output: output && lane(output) };
  return replayTest({ model, ...lanes, span, making: makingOf(lanes.inputs, lanes.output) });
}

const linesWith = (result, start) => result.text.split("\n").map((line) => line.trim()).filter((line) => line.startsWith(start));

test("inputs are sent again, and the values of the output compared", () => {
  const result = made([1, 2], 3, [
    event("next", 1, 1, 1e6, { value: "ada" }), event("queued", 2, 2, 3e6, { run: 7, value: "ada" }), event("began", 3, 2, 4e6, { run: 7, value: "ada" }),
    event("next", 4, 3, 5e6, { value: "Sending…", cause: 3 }), event("ended", 5, 2, 6e6, { run: 7, value: "cancelled" }),
    event("next", 6, 3, 7e6, { value: "", cause: 5 })]);
  equal(linesWith(result, ".init"), [
    '.init("SignUp.email", "ada", at: .zero),', '.init("subscribe", "ada", "queued", at: .microseconds(2000)),',
    '.init("subscribe", "cancelled", "cancelled", at: .microseconds(5000)),']);
  equal(linesWith(result, "import"), ["import App", "import Rill", "import StreamTesting", "import Testing"]);
  equal(linesWith(result, "case"), [
    'case ("SignUp.email", _): model.email = input.value', 'case ("subscribe", "cancelled"): model.subscribe.cancelAll()',
    'case ("subscribe", _): model.subscribe.execute(input.value)']);
  ok(result.text.includes("      let model = SignUp()\n      model.$status.subscribe { _ in }\n"), result.text);
  ok(result.text.includes('again.values(of: "SignUp.status").suffix(2) == [\n      "Sending…",\n      "",\n    ])'), result.text);
});

test("an event with another input as its cause is no input", () => {
  const result = made([1, 4], 3, [
    event("next", 1, 4, 1_000, { value: "7" }), event("next", 2, 1, 2_000, { value: "7", cause: 1 }), event("next", 3, 3, 3_000, { value: "ok", cause: 2 })]);
  equal(linesWith(result, ".init"), ['.init("typed", "7", at: .zero),']);
  equal(linesWith(result, "case"), ['case ("typed", _): model.typed.send(Int(input.value)!)']);
});

test("inputs outside of the span, and hidden values", () => {
  const events = [event("next", 1, 1, 1_000, { value: "a" }), event("next", 2, 1, 5_000, { value: "b" }), event("next", 3, 3, 6_000, { value: "c" })];
  equal(linesWith(made([1], 3, events, [2_000, 9_000]), ".init"), ['.init("SignUp.email", "b", at: .zero),']);
  ok(made([], 3, events).problem.includes("input"), "no input");
  ok(made([1], undefined, events).problem.includes("output"), "no output");
  ok(made([2], 3, events).problem.includes("No input"), "nothing sent");
  ok(made([1], 3, events.slice(0, 2)).problem.includes("output sent nothing"), "nothing to expect");
  ok(made([1], 3, [event("next", 1, 1, 1_000), event("next", 2, 3, 2_000)]).problem.includes("privacy"), "hidden");
});
