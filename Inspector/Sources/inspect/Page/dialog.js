// The dialog in which a piece of the recording becomes a test.

import { fittingTick, marbleTest } from "./marbles.js";
import { timeText } from "./paint.js";

const at = (id) => document.getElementById(id);

export class TestDialog {
  constructor(model, lanes, view) {
    Object.assign(this, { model, lanes, view });
    at("test-tick").addEventListener("input", () => this.#write());
    at("test-chain").addEventListener("input", () => this.#write());
    at("test-copy").addEventListener("click", () => navigator.clipboard.writeText(at("test-text").textContent));
  }

  open() {
    const span = this.#span;
    at("test-tick").value = fittingTick(span) / 1e6;
    at("test-what").textContent = `From ${timeText(span[0])} to ${timeText(span[1])}`
      + (this.view.span === undefined ? ", which is what is seen; shift-drag over the lanes chooses a span." : ".");
    if (at("test-chain").value === "") at("test-chain").value = this.#inputs.length > 1 ? "one" : "input";
    this.#write();
    at("test-dialog").showModal();
  }

  get #span() {
    const { span, from, until } = this.view;
    return span ?? [Math.max(this.model.start, from), Math.min(this.model.end, until)];
  }

  get #inputs() { return this.lanes.lanes.filter((lane) => lane.role === "input").map((lane) => this.#named(lane)); }

  #named(lane) {
    return { name: lane.name, place: this.model.placeOf(lane.nodes[0]), events: this.lanes.eventsOf(lane) };
  }

  #write() {
    const output = this.lanes.lanes.find((lane) => lane.role === "output");
    const made = marbleTest({
      model: this.model, inputs: this.#inputs, output: output && this.#named(output), span: this.#span,
      tick: Math.max(1, 1e6 * Number(at("test-tick").value) || fittingTick(this.#span)), chain: at("test-chain").value,
    });
    at("test-text").textContent = made.text ?? made.problem;
    at("test-copy").disabled = made.text === undefined;
  }
}
