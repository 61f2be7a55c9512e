import { blame, changedNothing, ranked, warnings, workOf } from "/blame.js";
import { chromeTrace, recordingLines } from "/export.js";
import { Filter } from "/filter.js";
import { foldings } from "/folding.js";
import { firstLanes } from "/heads.js";
import { gather } from "/layout.js";
import { Model } from "/model.js";
import { treeOf } from "/tree.js";
import { wayOf } from "/why.js";
import { chain, edge, equal, event, node, ok, test, text } from "./check.js";

const modelOf = (...lines) => {
  const model = new Model();
  model.read(text(...lines.flat()));
  equal(model.unread, 0, "lines that were not understood");
  return model;
};

const place = (line) => ({ place: `App/A.swift:${line}` });
const byName = (rows) => Object.fromEntries(rows.map((row) => [row.node.name, row]));
const table = (model) => byName(blame(model, (node) => ({ key: node.name })));

test("a row has the time, the runs and the work of a node", () => {
  const model = modelOf(
    node(1, "property", "price", place(1)), node(2, "derived", "total", place(2)), node(3, "subscription", "shown", place(3)),
    event("next", 1, 1, 100, { took: 900, own: 50, value: "1" }), event("computed", 2, 2, 400, { cause: 1, took: 200, own: 200 }),
    event("next", 3, 3, 500, { cause: 2, took: 300, own: 250, value: "2" }),
    event("next", 4, 1, 2_000, { took: 90, own: 90, value: "1" }), event("computed", 5, 2, 2_300, { cause: 4, took: 20, own: 20, same: true }));
  const { price, total, shown } = table(model);
  equal([price.runs, price.own, price.work, price.writes], [0, 0, 610, 2]);
  equal([total.runs, total.own, total.unchanged], [2, 220, 1]);
  equal([shown.runs, shown.own, shown.unchanged], [1, 250, 0]);
  equal(ranked([price, total, shown], "own").map((row) => row.node.name), ["shown", "total"]);
});

test("the time of code that runs while its line is written comes later", () => {
  const model = modelOf(node(1, "subscription"), event("next", 1, 1, 5), { is: "ran", event: 1, node: 1, time: 90, took: 85, own: 80 });
  equal([model.events[0].took, model.events[0].own, model.end], [85, 80, 90]);
  model.read(text({ is: "ran", event: 7, node: 1, time: 90, took: 85, own: 80 }, { is: "ran", event: 1, node: 1, time: 90, took: -1 }));
  equal(model.unread, 2);
});

test("a result stopped by a cut-off is no waste, and a repeated value is", () => {
  const model = modelOf(
    node(1, "property", "price", place(1)), node(2, "derived", "map", place(2)), node(3, "derived", "isDear.distinctUntilChanged", place(2)),
    node(4, "derived", "text", place(4)), node(5, "subscription", "subscribe", place(5)), edge(1, 2), edge(2, 3), edge(1, 4),
    event("computed", 1, 2, 1, { same: true }), event("computed", 2, 3, 2, { same: true }), event("computed", 3, 4, 3, { same: true }),
    event("next", 4, 5, 4, { value: "a" }), event("next", 5, 5, 5, { value: "a" }), event("next", 6, 5, 6, { value: "b" }),
    event("next", 7, 5, 7), event("next", 8, 5, 8));
  equal(model.events.map(changedNothing), [false, false, true, false, true, false, false, false]);
});

test("work is the work of all effects, also in a cycle", () => {
  const model = modelOf(
    node(1, "property", "a"), node(2, "subscription", "b"), event("next", 1, 1, 1, { cause: 3, own: 1, took: 1 }),
    event("next", 2, 2, 2, { cause: 1, own: 10, took: 10 }), event("next", 3, 2, 3, { cause: 2, own: 100, took: 100 }));
  equal(workOf(model, [model.events[0]]).get(model.events[0]), { work: 111, runs: 2 });
});

test("a long path of causes needs no deep stack", () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => event("next", index + 1, 2, index, { own: 1, took: 1, ...(index > 0 ? { cause: index } : {}) }));
  const model = modelOf(node(1, "property", "a"), node(2, "subscription", "b"), lines);
  equal(workOf(model, [model.events[0]]).get(model.events[0]).work, 50_000);
});

test("two thousand dependents are a warning", () => {
  const ends = (count) => Array.from({ length: count }, (_, index) => [node(index + 2, "derived", "map", place(2)), edge(1, index + 2)]).flat();
  equal(warnings(modelOf(node(1, "property", "theme", place(1)), ends(1_999))).length, 0);
  equal(warnings(modelOf(node(1, "property", "theme", place(1)), ends(2_000))).map(({ text }) => text), ["theme has 2,000 dependents."]);
});

test("more than 120 runs a second are a warning", () => {
  const runs = (count, every) => Array.from({ length: count }, (_, index) => event("next", index + 1, 1, Math.round(index * every), { cause: 1_000_000 }));
  equal(warnings(modelOf(node(1, "subscription", "shown"), runs(500, 1e9 / 120))).length, 0);
  equal(warnings(modelOf(node(1, "subscription", "shown"), runs(500, 1e9 / 130))).map(({ text }) => text), ["shown ran 130 times in a second."]);
});

test("a turn of the main actor of 8 ms is a warning, and names the longest part", () => {
  const lines = (took, thread) => modelOf(
    node(1, "subject", "typed"), node(2, "subscription", "shown"), node(3, "effect", "title"),
    event("hop", 1, 2, 1, { value: "MainActor", thread: 9 }), event("next", 2, 2, 2, { cause: 1, thread: 4 }),
    event("next", 3, 1, 10, { took, own: 5, thread }), event("next", 4, 2, 11, { cause: 3, took: took - 10, own: 100, thread }),
    event("computed", 5, 3, 12, { cause: 4, took: took - 110, own: took - 110, thread }));
  equal(warnings(lines(7e6, 4)).length, 0);
  equal(warnings(lines(9e6, 9)).length, 0);
  equal(warnings(lines(9e6, 4)).map(({ text, node }) => [node.name, text]), [["title", "A turn of the main actor took 9.00 ms, title 9.00 ms of it."]]);
});

test("a write that reaches 250 nodes is a warning", () => {
  const reached = (count) => modelOf(
    node(1, "property", "theme"), event("next", 1, 1, 1),
    Array.from({ length: count }, (_, index) => [node(index + 2, "derived", "map"), event("computed", index + 2, index + 2, 2, { cause: 1 })]).flat());
  equal(warnings(reached(249)).length, 0);
  equal(warnings(reached(250)).map(({ text }) => text), ["A change of theme made 250 nodes run."]);
});

test("the path of an event goes from its first cause to its last effect", () => {
  const model = modelOf(
    chain("typed", "map", "end"), event("next", 1, 1, 1), event("next", 2, 2, 2, { cause: 1 }), event("next", 3, 3, 3, { cause: 2 }),
    event("next", 4, 1, 4), event("next", 5, 3, 5, { cause: 1 }));
  equal(wayOf(model, model.events[1]).map(({ number }) => number), [1, 2, 3]);
});

test("the first lanes are commands and properties that have sent something, the most active first", () => {
  const kinds = ["effect", "subscription", "derived", "property", "property", "command", "stage", "subject"];
  const groups = kinds.map((kind, index) => ({ key: `${index}`, kind, name: kind, nodes: [{ events: Array(index) }] }));
  equal(firstLanes(groups, 5).map(({ key }) => key), ["5", "4", "3", "7", "2"]);
});

test("filtered nodes are hidden, and edges through them remain", () => {
  const model = modelOf(
    chain("typed", "map", "filter", "end"), event("next", 1, 1, 1, { thread: 1 }), event("next", 2, 4, 2, { thread: 2 }));
  const filter = new Filter(model);
  const shown = () => gather(model, 9, new Set(), new Map(), { filter }).groups.map(({ name, outputs }) => [name, outputs.map(({ to }) => to.name)]);
  filter.hidden.add("stage");
  equal(shown(), [["typed", ["end"]], ["end", []]]);
  filter.thread = "2";
  equal(shown(), [["end", []]]);
  filter.clear();
  filter.file = "App/typed.swift";
  equal(shown(), [["typed", []]]);
  equal(filter.choices, { files: ["App/end.swift", "App/typed.swift"], threads: [1, 2] });
});

test("the boxes of a file are one box", () => {
  const model = modelOf(chain("typed", "map", "end"), node(9, "property", "other", { place: "App/typed.swift:9" }));
  const { groups } = gather(model, 9, new Set(), new Map(), { folding: foldings.file(model) });
  equal(groups.map(({ kind, name, nodes, outputs }) => [kind, name, nodes.length, outputs.length]), [["file", "typed.swift", 2, 1], ["file", "end.swift", 2, 0]]);
});

test("the boxes of an owner are one box", () => {
  const model = modelOf(
    node(1, "property", "SignUp.email", { place: "App/SignUp.swift:2" }), node(2, "derived", "isValid.map", { place: "App/SignUp.swift:3" }),
    node(3, "subscription", "bind SignUp.status", { place: "App/SignUp.swift:9" }), node(4, "property", "Field.text", { place: "App/Page.swift:1" }),
    node(5, "property", "Label.text", { place: "App/Page.swift:2" }), node(6, "subscription", "subscribe", { place: "App/Page.swift:3" }),
    edge(1, 2), edge(2, 4), edge(5, 6));
  const { groups } = gather(model, 9, new Set(), new Map(), { folding: foldings.owner(model) });
  // A file with two owners does not say whose the rest is.
  equal(groups.map(({ kind, name, nodes, outputs }) => [kind, name, nodes.length, outputs.length]), [
    ["owner", "SignUp", 3, 1], ["owner", "Field", 1, 0], ["owner", "Label", 1, 1], ["file", "Page.swift", 1, 0],
  ]);
});

test("a tree has each group once, under its source", () => {
  const names = ["a", "b", "c", "d"];
  const groups = Object.fromEntries(names.map((name) => [name, { name, inputs: [], outputs: [] }]));
  for (const [from, to] of [["a", "b"], ["a", "c"], ["b", "c"], ["c", "c"], ["d", "d"]]) {
    const link = { from: groups[from], to: groups[to] };
    groups[from].outputs.push(link);
    groups[to].inputs.push(link);
  }
  equal(treeOf(Object.values(groups)).map(({ group, level }) => [group.name, level]), [["a", 1], ["b", 2], ["c", 3], ["d", 1]]);
});

test("an export is the same recording", () => {
  const model = modelOf(
    { is: "recording", version: 1, program: "one", began: 1.5 }, chain("typed", "map", "end"), node(9, "derived", "gone", place(9)), edge(1, 9, 3),
    event("next", 1, 1, 5, { value: "a", took: 9, own: 4 }), event("next", 2, 2, 6, { cause: 1, thread: 2 }), event("computed", 3, 9, 7, { same: true }),
    edge(1, 9, 8, "unlinked"), { is: "gone", node: 9, time: 9 }, { is: "lost", count: 3, time: 9 });
  const lines = recordingLines(model);
  const other = new Model();
  other.read(lines);
  equal(other.unread, 0);
  equal(recordingLines(other), lines);
  equal([other.program, other.began, other.lost, other.events.length, other.nodes.get(9).gone], ["one", 1.5, 3, 3, 9]);
});

/// The members that the format requires of an event:
/// https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU
const required = { X: ["name", "ts", "dur", "pid", "tid"], i: ["name", "ts", "pid", "tid", "s"], b: ["name", "ts", "pid", "tid", "id", "cat"],
  e: ["name", "ts", "pid", "tid", "id", "cat"], s: ["name", "ts", "pid", "tid", "id", "cat"], f: ["name", "ts", "pid", "tid", "id", "cat"], M: ["name", "pid", "args"] };

test("the code of a thread is nested, and a closure is before what it causes", () => {
  const model = modelOf(
    chain("typed", "map", "end"), event("next", 1, 1, 1_000, { took: 8_000, own: 1_000 }),
    event("next", 2, 2, 4_000, { cause: 1, start: 1_500, took: 2_500, own: 2_500 }), event("next", 3, 3, 4_000, { cause: 2, took: 5_001, own: 5_001 }),
    event("next", 4, 1, 2_000, { thread: 2, took: 9_000, own: 9_000 }));
  const code = chromeTrace(model).traceEvents.filter(({ ph }) => ph === "X");
  // The last one of the first thread is longer by the rounding of its time.
  equal(code.map(({ name, tid, ts, dur }) => [name, tid, ts, dur]), [["typed", 1, 1, 8], ["map", 1, 1.5, 2.5], ["typed", 2, 2, 9], ["end", 1, 4, 5]]);
});

test("trace events have the fields that the format asks for", () => {
  const model = modelOf(
    chain("typed", "map", "end"), node(7, "command", "save", place(7)), node(8, "derived", "total", place(8)),
    event("next", 1, 1, 5_000, { value: "a", took: 9_000, own: 4_000 }), event("next", 2, 3, 6_000, { cause: 1, thread: 2 }),
    event("computed", 3, 8, 7_000, { took: 3_000, own: 3_000, same: true }), event("began", 4, 7, 8_000, { run: 1, value: "in" }),
    event("ended", 5, 7, 9_000, { run: 1, value: "completed" }), event("began", 6, 7, 9_500, { run: 2 }));
  const { traceEvents } = JSON.parse(JSON.stringify(chromeTrace(model)));
  for (const each of traceEvents) {
    ok(each.ph in required, `${each.ph} is a phase`);
    for (const field of required[each.ph]) ok(each[field] !== undefined, `${each.ph} of ${each.name} has ${field}`);
    for (const field of ["ts", "dur"]) ok(each[field] === undefined || (Number.isFinite(each[field]) && each[field] >= 0), `${field} is a number`);
  }
  const count = (ph) => traceEvents.filter((each) => each.ph === ph).length;
  equal(["X", "i", "b", "e", "s", "f", "M"].map(count), [2, 1, 2, 2, 1, 1, 3]);
  const computed = traceEvents.find(({ ph, name }) => ph === "X" && name === "total");
  equal([computed.ts, computed.dur, computed.args.same], [4, 3, true]);
});
