// The dialog that writes a test from a part of the recording.

import { fittingTick, marbleTest } from "./marbles.js";
import { timeText } from "./paint.js";
import { makingOf, replayTest } from "./replaytest.js";

const at = (id) => document.getElementById(id);

export class TestDialog {
  constructor(model, lanes, view) {
    Object.assign(this, { model, lanes, view });
    for (const id of ["test-tick", "test-chain", "test-making"]) at(id).addEventListener("input", () => this.#write());
    at("test-form").addEventListener("change", () => this.#write());
    at("test-copy").addEventListener("click", () => navigator.clipboard.writeText(at("test-text").textContent));
  }

  open() {
    const [span, inputs] = [this.#span, this.#inputs];
    at("test-tick").value = fittingTick(span) / 1e6;
    at("test-what").textContent = `From ${timeText(span[0])} to ${timeText(span[1])}`
      + (this.view.span === undefined ? ", the visible part. To choose another span, hold Shift and drag over the lanes." : ".");
    // A chain of operators is tested with a marble diagram. Commands, and properties that have an owner, are tested by
    // replaying their inputs.
    const isOfProgram = ({ name, events: [event] }) => event?.node.kind === "command" || event?.node.kind === "property" && name.includes(".");
    at("test-form").value = inputs.some(isOfProgram) ? "replay" : "marbles";
    if (at("test-chain").value === "") at("test-chain").value = inputs.length > 1 ? "one" : "input";
    at("test-making").value = makingOf(inputs, this.#output);
    this.#write();
    at("test-dialog").showModal();
  }

  get #span() {
    const { span, from, until } = this.view;
    return span ?? [Math.max(this.model.start, from), Math.min(this.model.end, until)];
  }

  get #inputs() { return this.lanes.lanes.filter((lane) => lane.role === "input").map((lane) => this.#named(lane)); }

  get #output() {
    const lane = this.lanes.lanes.find((lane) => lane.role === "output");
    return lane && this.#named(lane);
  }

  #named(lane) {
    return { name: lane.name, place: this.model.placeOf(lane.nodes[0]), events: this.lanes.eventsOf(lane) };
  }

  #write() {
    const form = at("test-form").value;
    for (const part of document.querySelectorAll("#test-dialog [data-form]")) part.hidden = part.dataset.form !== form;
    const what = { model: this.model, inputs: this.#inputs, output: this.#output, span: this.#span };
    const made = form === "replay" ? replayTest({ ...what, making: at("test-making").value }) : marbleTest({
      ...what, tick: Math.max(1, 1e6 * Number(at("test-tick").value) || fittingTick(this.#span)), chain: at("test-chain").value,
    });
    at("test-text").textContent = made.text ?? made.problem;
    at("test-copy").disabled = made.text === undefined;
  }
}
