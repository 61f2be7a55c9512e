// Writes a part of a recording as a test in Swift, which sends the inputs to the program again and compares the output.

import { comment, identifier, label, literal, typeOf } from "./marbles.js";

const lastPart = (name) => name.slice(name.lastIndexOf(".") + 1);
const ownerOf = (name) => (name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : undefined);

/// The input that an event becomes: `{ event, kind, value }`, or `undefined`. The kinds are those of `Replay`.
function inputOf(event, queued) {
  const { is, node, run, value } = event;
  if (node.kind !== "command") return is === "next" || is === "dropped" ? { event, kind: is, value } : undefined;
  if (is === "queued") queued.add(run);
  if (is === "refused" || is === "queued" || is === "began" && !queued.has(run)) return { event, kind: is, value };
  return is === "ended" && value === "cancelled" ? { event, kind: "cancelled", value } : undefined;
}

const isExecution = ({ kind }) => kind !== "cancelled" && kind !== "refused";

/// The inputs in the order of time. Inputs that an event of another lane of the test caused are left out.
function inputsIn(model, lanes, [from, until]) {
  const nodes = new Set(lanes.flatMap(({ events }) => events.map(({ node }) => node)));
  const isCaused = (event) => {
    const seen = new Set([event]);
    for (let cause = model.causeOf(event); cause !== undefined && !seen.has(cause); cause = model.causeOf(cause)) {
      seen.add(cause);
      if (nodes.has(cause.node)) return true;
    }
    return false;
  };
  const queued = new Set();
  const found = lanes.flatMap((lane) => lane.events.map((event) => ({ ...inputOf(event, queued), lane })));
  return found.filter(({ event }) => event !== undefined && from <= event.time && event.time <= until && !isCaused(event))
    .sort((one, other) => one.event.time - other.event.time);
}

/// A first suggestion for the code that makes the program. It creates the owner of the first lane whose name has one.
export function makingOf(inputs, output) {
  const owner = [...inputs, output].map((lane) => lane && ownerOf(lane.name)).find((name) => name !== undefined);
  const lines = [`let model = ${owner ?? "Model"}()`];
  if (output !== undefined && ownerOf(output.name) !== undefined && output.events[0]?.node.kind === "property") {
    lines.push(`model.$${lastPart(output.name)}.subscribe { _ in }`);
  }
  return lines.join("\n");
}

/// Returns the `text` of the test, or the `problem` that prevents it.
///
/// - inputs, output: `{ name, place, events }`
/// - making: Swift code that makes the program as `model`, and may use `time`
export function replayTest({ model, inputs, output, span, making }) {
  if (inputs.length === 0) return { problem: "Choose an input: the ▸ of a lane." };
  if (output === undefined) return { problem: "Choose the output: the ◂ of a lane." };
  // A refusal has a reason as its text, not an input. Only a lane of strings can take the reason as an input.
  const isText = (lane) => typeOf(inputsIn(model, [lane], span).filter(isExecution).map(({ value }) => value ?? "")) === "String";
  const texts = new Set(inputs.filter(isText));
  const sent = inputsIn(model, inputs, span).filter((input) => input.kind !== "refused" || texts.has(input.lane));
  if (sent.length === 0) return { problem: "No input sent anything in this span." };
  if (sent.length > 400) return { problem: "There are more than 400 inputs: choose a shorter span." };
  const expected = output.events.filter(({ is, time }) => is === "next" && sent[0].event.time <= time && time <= span[1]);
  if (expected.length === 0) return { problem: "The output sent nothing in this span." };
  if ([...sent, ...expected].some(({ value }) => value === undefined)) {
    return { problem: "The recording has no values: it was made with `privacy: .hidden`." };
  }
  const start = sent[0].event.time;
  const at = (time) => (time <= start ? ".zero" : `.microseconds(${Math.ceil((time - start) / 1_000)})`);
  const text = (value) => literal(value, "String");
  const isCut = [...sent, ...expected].some(({ value }) => value.length > 120 && value.endsWith("…"));
  return { text: [
    ...[...new Set(["Rill", "StreamTesting", "Testing", ...modulesOf([...inputs, output])])].sort().map((module) => `import ${module}`),
    "",
    `@MainActor @Test func ${identifier(lastPart(output.name))}AsRecorded() {`,
    `  // ${comment(`From a recording of ${model.program ?? "a program"}:`)}`,
    `  // ${comment(`${inputs.map(label).join(", ")} → ${label(output)}`)}`,
    ...(isCut ? ["  // Values that end with … were cut by the recorder."] : []),
    "  let replay = Replay([",
    ...sent.map(({ event, kind, value, lane }) => {
      const parts = [text(lane.name), text(value), ...(kind === "next" ? [] : [`"${kind}"`]), `at: ${at(event.time)}`];
      return `    .init(${parts.join(", ")}),`;
    }),
    "  ])",
    "  let again = recorded {",
    "    let time = TestScheduler()",
    "    time.perform {",
    ...making.trim().split("\n").map((line) => `      ${line}`),
    "      replay.run(on: time, keepsTimes: true) { input in",
    "        switch (input.name, input.event) {",
    ...inputs.flatMap((lane) => sendings(lane, sent)).map((line) => `        ${line}`),
    "        default: break",
    "        }",
    "      }",
    `      time.advance(by: ${at(Math.max(start + 1_000, span[1] - sent.at(-1).event.time + start))})`,
    "    }",
    "  }",
    `  #expect(`,
    // The program may send its initial values before the first input.
    `    again.values(of: ${text(output.name)}).suffix(${expected.length}) == [`,
    ...expected.map(({ value }) => `      ${text(value)},`),
    "    ])",
    "}",
    "",
  ].join("\n") };
}

/// The modules of the files in which lanes have their places.
const modulesOf = (lanes) => lanes.map(({ place }) => place?.match(/^(\w+)\//)?.[1]).filter((module) => module !== undefined);

/// The cases of the switch that send the inputs of a lane.
function sendings({ name, events }, sent) {
  const own = sent.filter(({ lane }) => lane.name === name);
  if (own.length === 0) return [];
  const values = own.filter(isExecution).map(({ value }) => value);
  const value = { Int: "Int(input.value)!", Double: "Double(input.value)!", Bool: "input.value == \"true\"", String: "input.value" }[typeOf(values)];
  const isEmpty = values.every((value) => value === "()");
  const target = `model.${identifier(lastPart(name))}`;
  const given = literal(name, "String");
  switch (events[0].node.kind) {
    case "command": return [
      ...(own.some(({ kind }) => kind === "cancelled") ? [`case (${given}, "cancelled"): ${target}.cancelAll()`] : []),
      `case (${given}, _): ${target}.execute(${isEmpty ? "" : value})`,
    ];
    case "property": return [`case (${given}, _): ${target}${ownerOf(name) === undefined ? ".value" : ""} = ${value}`];
    default: return [`case (${given}, _): ${target}.send(${isEmpty ? "()" : value})`];
  }
}
