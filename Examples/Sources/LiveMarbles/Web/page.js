// Lets marbles be moved. The server, where the library runs, computes the output of the operator.
"use strict";

// The answer that is shown, and the events of each input while they are edited.
let answer, inputs = [];

// The number of the last question: an older answer comes too late.
let question = 0;

async function ask(query, isReset) {
  const number = ++question;
  const said = await (await fetch(`/run?${query}`)).json();
  if (number !== question) return;
  element("mistake").textContent = said.mistake ?? "";
  for (const line of document.querySelectorAll(".output")) line.classList.toggle("is-stale", "mistake" in said);
  if ("mistake" in said) return;
  answer = said;
  inputs = answer.run.inputs;
  history.replaceState(null, "", `?${queryOf(answer.name, answer.lines, answer.count)}`);
  show(isReset);
}

function queryOf(name, lines, count) {
  const query = new URLSearchParams({ operator: name });
  for (const line of lines) query.append("input", line);
  if (count !== undefined && count !== null) query.set("n", count);
  return query;
}

// The events of a line as a marble string.
function marbles(events, length) {
  const last = Math.max(length - 1, ...events.map(event => event.tick));
  let text = "";
  for (let tick = 0; tick <= last; tick++) {
    const labels = events.filter(event => event.tick === tick).map(event => event.label);
    text += labels.length === 0 ? "-" : labels.length === 1 ? labels[0] : `(${labels.join("")})`;
  }
  return text;
}

// Ends stand last, and there is only one.
function sorted(events) {
  const end = events.findLast(event => event.kind !== "value");
  const values = events.filter(event => event.kind === "value").sort((one, other) => one.tick - other.tick);
  return end ? [...values.filter(event => event.tick <= end.tick), end] : values;
}

function edit(place, events, focused) {
  events = sorted(events);
  const lines = [...answer.lines];
  lines[place] = marbles(events, 0);
  // A line without an end keeps its length, which is how long its silence is looked at.
  if (!events.some(event => event.kind !== "value")) lines[place] = lines[place].padEnd(answer.lines[place].replace(/\(.*?\)/g, "x").length, "-");
  focus = focused && { place, index: events.indexOf(focused) };
  ask(queryOf(answer.name, lines, answer.count));
}

// The marble that keeps the keyboard's focus after the answer.
let focus;

function show(isReset) {
  element("operator").value = answer.name;
  element("code").textContent = answer.count === undefined ? answer.code : `let n = ${answer.count}\n${answer.code}`;
  element("count-field").hidden = answer.count === undefined;
  if (document.activeElement !== element("count")) element("count").value = answer.count ?? "";
  element("test").textContent = answer.test;
  element("legend").textContent = answer.run.legend.map(word => `${word.letter} = ${word.value}`).join("   ");
  document.title = `${answer.name} · Live marbles`;
  const all = [...inputs, ...answer.run.outputs.map(row => row.events)].flat();
  const length = Math.max(12, ...all.map(event => event.tick + 2), ...answer.lines.map(line => line.length + 1));
  element("scroller").style.setProperty("--length", length);
  const rows = element("inputs");
  if (isReset || rows.childElementCount !== inputs.length) {
    rows.replaceChildren(...answer.inputs.map((input, place) => inputRow(input, place)));
  }
  [...rows.children].forEach((row, place) => {
    const text = row.querySelector("input");
    if (document.activeElement !== text) text.value = answer.lines[place];
    draw(row.querySelector(".line"), inputs[place], event => inputMarble(place, event));
  });
  if (focus && focus.index >= 0) rows.children[focus.place]?.querySelectorAll(".marble")[focus.index]?.focus();
  focus = undefined;
  element("outputs").replaceChildren(...answer.run.outputs.map(outputRow));
}

function row(kind, name) {
  const row = document.createElement("div");
  row.className = `row ${kind}`;
  const header = document.createElement("header"), title = document.createElement("h2"), line = document.createElement("div");
  title.textContent = name;
  line.className = "line";
  header.append(title);
  row.append(header, line);
  return { row, header, line };
}

// Places each event at its tick; what happens at one instant is below each other.
function draw(line, events, make) {
  const depth = {};
  line.replaceChildren(...events.map(event => {
    const place = depth[event.tick] = (depth[event.tick] ?? -1) + 1;
    const marble = make(event);
    marble.classList.add("marble", event.kind);
    marble.textContent = event.kind === "completed" ? "" : event.kind === "failed" ? "×" : event.label;
    marble.style.setProperty("--at", event.tick);
    marble.style.setProperty("--place", place);
    return marble;
  }));
  line.style.setProperty("--depth", Math.max(1, ...Object.values(depth).map(place => place + 1)));
}

const words = event => `${event.kind === "value" ? event.label : event.kind} at tick ${event.tick}`;

function outputRow(output) {
  const { row: node, line } = row("output", output.name);
  line.role = "img";
  line.ariaLabel = output.events.length ? `${output.name}: ${output.events.map(words).join(", ")}` : `${output.name}: nothing`;
  draw(line, output.events, () => document.createElement("span"));
  return node;
}

function inputRow(input, place) {
  const { row: node, header, line } = row("input", input.name);
  const text = document.createElement("input");
  text.ariaLabel = `Marbles of ${input.name}`;
  text.spellcheck = false;
  text.autocomplete = "off";
  text.autocapitalize = "off";
  text.addEventListener("input", () => {
    const lines = answer.lines.map((line, other) => other === place ? text.value : line);
    ask(queryOf(answer.name, lines, answer.count));
  });
  header.append(text);
  line.role = "group";
  line.ariaLabel = input.name;
  line.addEventListener("click", event => {
    if (event.target === line) add(place, tickAt(line, event.clientX));
  });
  return node;
}

const tickAt = (line, x) => {
  const width = parseFloat(getComputedStyle(line).getPropertyValue("--tick"));
  return Math.max(0, Math.min(40, Math.floor((x - line.getBoundingClientRect().left) / width)));
};

// The value after the last one, of those that the input has.
function nextLabel(place) {
  const { letters } = answer.inputs[place];
  const used = inputs[place].filter(event => event.kind === "value").map(event => event.label);
  const last = letters.indexOf(used.at(-1));
  return letters[(last + 1) % letters.length];
}

function add(place, tick) {
  const event = { tick, kind: "value", label: nextLabel(place) };
  // A value after the end moves the end.
  const events = inputs[place].map(each => each.kind !== "value" && each.tick < tick ? { ...each, tick: tick + 1 } : each);
  edit(place, [...events, event], event);
}

function inputMarble(place, event) {
  const marble = document.createElement("button");
  marble.type = "button";
  marble.ariaLabel = words(event);
  const without = () => inputs[place].filter(each => each !== event);
  const change = changes => {
    const changed = { ...event, ...changes };
    edit(place, [...without(), changed], changed);
  };
  marble.addEventListener("keydown", key => {
    const { letters, canFail } = answer.inputs[place];
    if (key.ctrlKey || key.metaKey || key.altKey) return;
    if (key.key === "ArrowLeft") change({ tick: Math.max(0, event.tick - 1) });
    else if (key.key === "ArrowRight") change({ tick: Math.min(40, event.tick + 1) });
    else if (key.key === "Delete" || key.key === "Backspace") edit(place, without(), without()[0]);
    else if (key.key === "+") add(place, event.tick + 1);
    else if (key.key === "|" || (key.key === "#" && canFail)) {
      const end = { tick: event.tick + (event.kind === "value" ? 1 : 0), kind: key.key === "|" ? "completed" : "failed", label: key.key };
      edit(place, [...inputs[place].filter(each => each.kind === "value"), end], end);
    } else if (event.kind === "value" && letters.includes(key.key) && key.key.length === 1) change({ label: key.key });
    else return;
    key.preventDefault();
  });
  drag(marble, event, place, change, without);
  return marble;
}

function drag(marble, event, place, change, without) {
  let start;
  marble.addEventListener("pointerdown", down => {
    start = { x: down.clientX, y: down.clientY };
    marble.setPointerCapture(down.pointerId);
  });
  const target = move => ({
    tick: tickAt(marble.parentElement, move.clientX),
    isOff: Math.abs(move.clientY - start.y) > 60,
  });
  marble.addEventListener("pointermove", move => {
    if (!start) return;
    const { tick, isOff } = target(move);
    marble.classList.toggle("is-leaving", isOff);
    marble.style.setProperty("--at", tick);
  });
  marble.addEventListener("pointerup", up => {
    if (!start) return;
    const { tick, isOff } = target(up);
    start = undefined;
    if (isOff) edit(place, without());
    else if (tick !== event.tick) change({ tick });
  });
  marble.addEventListener("pointercancel", () => {
    start = undefined;
    marble.style.setProperty("--at", event.tick);
  });
}

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    element("copied").textContent = said;
  } catch {
    element("copied").textContent = "The browser does not allow copying: select the text and copy it.";
  }
  setTimeout(() => { element("copied").textContent = ""; }, 2000);
}

element("copy-test").addEventListener("click", () => copy(answer.test, "The test was copied"));
element("copy-link").addEventListener("click", () => copy(location.href, "The link was copied"));
element("reset").addEventListener("click", () => ask(queryOf(answer.name, []), true));
element("operator").addEventListener("change", change => ask(queryOf(change.target.value, []), true));
element("count").addEventListener("input", change => {
  if (change.target.validity.valid) ask(queryOf(answer.name, answer.lines, change.target.value));
});

async function begin() {
  const groups = Map.groupBy(await (await fetch("/operators")).json(), each => each.group);
  element("operator").replaceChildren(...[...groups].map(([name, all]) => {
    const group = document.createElement("optgroup");
    group.label = name;
    group.append(...all.map(each => new Option(each.name, each.name)));
    return group;
  }));
  await ask(new URLSearchParams(location.search), true);
  if (answer) return;
  // A link with a mistake: there is something to edit all the same.
  const mistake = element("mistake").textContent;
  await ask("", true);
  element("mistake").textContent = mistake;
}
begin();
