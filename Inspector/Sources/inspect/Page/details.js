// The panel at the side: the selection, the results of a search, or all living nodes by place. Text of a recording is never
// parsed as markup.

import { countUntil, isValue } from "./model.js";
import { countText, short, shortPlace, timeText } from "./paint.js";
import { whyDidItFire, whyDidItNot } from "./why.js";

/// An element with properties and content.
export function element(tag, properties = {}, ...content) {
  const made = document.createElement(tag);
  const { data, ...others } = properties;
  Object.assign(made, others);
  Object.assign(made.dataset, data ?? {});
  made.append(...content.filter((part) => part !== undefined));
  return made;
}

const listed = 60;
const quiet = (text) => element("p", { className: "quiet" }, text);

/// - Parameter actions: the handlers of clicks: `selectGroup(group)`, `selectNode(node)`, `selectEvent(event)`,
///   `addLane(group)`, `askWhyNot(nodes)`. They use the time of the cursor, since the panel may show an earlier time.
export class Details {
  constructor(panel, model, graph, actions) {
    Object.assign(this, { panel, model, graph, actions });
  }

  show(...content) { this.panel.replaceChildren(...content.flat(Infinity).filter((part) => part !== undefined)); }

  /// The living nodes by place: the place with the most nodes first.
  showOverview(time, notes) {
    const groups = [...this.graph.groups].sort((one, other) => other.nodes.length - one.nodes.length);
    this.show(
      element("h2", {}, "Alive"),
      quiet(`${countText(groups.reduce((sum, group) => sum + group.nodes.length, 0))} nodes at ${timeText(time)}, largest group first`),
      notes.map((note) => element("p", { className: "stops" }, note)),
      groups.slice(0, listed).map((group) => this.#groupRow(group)),
      groups.length > listed ? quiet(`and ${countText(groups.length - listed)} more places`) : undefined,
      this.#gone(time),
    );
  }

  /// The released groups, and how they ended: the last released first.
  #gone(time) {
    const gone = [];
    for (const [key, nodes] of this.graph.members) {
      const last = nodes.reduce((last, node) => Math.max(last, node.gone), 0);
      if (last <= time && nodes[0].kind !== "stage") gone.push({ key, nodes, last });
    }
    if (gone.length === 0) return [];
    gone.sort((one, other) => other.last - one.last);
    return [element("h3", {}, "Released, newest first"), gone.slice(0, listed).map(({ key, nodes, last }) => {
      const [{ kind, name, ended }, place] = [nodes[0], this.model.placeOf(nodes[0])];
      const how = [kind, place, ended?.is, `released at ${timeText(last)}`].filter(Boolean).join(" · ");
      const group = { key, folding: key, kind, name, place, nodes };
      const count = nodes.length > 1 ? ` ×${countText(nodes.length)}` : "";
      const parts = [element("b", {}, short(name, 80) + count), element("small", {}, how)];
      return element("button", { className: "row", data: { kind }, onclick: () => this.actions.selectGroup(group) }, ...parts);
    })];
  }

  /// A link that opens a place in the editor.
  #placeLink(place) {
    const open = async () => {
      const response = await fetch(`place/${place.split("/").map(encodeURIComponent).join("/")}`);
      if (response.ok) location.href = await response.text();
      else link.after(element("p", { className: "stops" }, await response.text()));
    };
    const link = element("button", { className: "place", title: "Open it in the editor", onclick: open }, place);
    return link;
  }

  #groupRow(group) {
    const { kind, name, place, nodes } = group;
    const count = nodes.length > 1 ? ` ×${countText(nodes.length)}` : "";
    const parts = [element("b", {}, short(name, 80) + count), element("small", {}, `${kind}${place === undefined ? "" : ` · ${place}`}`)];
    return element("button", { className: "row", data: { kind }, onclick: () => this.actions.selectGroup(group) }, ...parts);
  }

  /// - Parameter cause: the event that caused this one, if both are steps of a way.
  #eventRow(event, cause) {
    const { node, run, value } = event;
    const text = [run === undefined ? undefined : `execution ${run}`, value].filter((part) => part !== undefined).join(": ");
    const place = this.model.placeOf(node);
    const when = cause === undefined ? timeText(event.time) : `${timeText(event.time - cause.time)} later`;
    const took = event.took === undefined ? undefined : `took ${timeText(event.took)}`;
    const where = [shortPlace(place), when, event.thread === undefined ? undefined : `thread ${event.thread}`, took];
    return element(
      "button",
      { className: "row", data: { kind: node.kind }, title: place ?? "", onclick: () => this.actions.selectEvent(event) },
      element("b", {}, node.name), ` ${event.is}`,
      element("span", { className: "value" }, short(text, 600)),
      element("small", {}, where.filter(Boolean).join(" · ")),
    );
  }

  // A box of the graph.

  showGroup(group, time) {
    const { kind, name, nodes } = group;
    const place = this.model.placeOf(nodes[0]);
    const speaker = this.#speakerOf(nodes, time);
    const figures = nodes.map((node) => this.model.figuresOf(node, time));
    const sum = (key) => figures.reduce((total, figure) => total + figure[key], 0);
    const last = this.model.lastOf(speaker, time, isValue);
    const alive = nodes.filter((node) => this.model.isAlive(node, time)).length;
    const facts = [
      ["Place", place === undefined ? "not known" : this.#placeLink(place)],
      ["Alive", nodes.length === 1 ? lifeText(nodes[0]) : `${countText(alive)} of ${countText(nodes.length)}`],
      ["Value", last === undefined ? "none yet" : last.value ?? "hidden"],
      ["Rate", `${countText(sum("rate"))} in the last second`],
      ["Events", countText(sum("events"))],
      ["Waiting", countText(sum("depth"))],
      ["Dropped", countText(sum("drops"))],
    ];
    this.show(
      element("h2", {}, name), element("p", { className: "kind quiet", data: { kind } }, nodes.length > 1 ? `${kind} ×${countText(nodes.length)}` : kind),
      element("dl", {}, ...facts.flatMap(([fact, text]) => [
        element("dt", {}, fact), element("dd", { className: fact === "Value" ? "value" : "" }, text instanceof Element ? text : short(String(text), 600)),
      ])),
      element("div", { className: "actions" },
        element("button", { id: "why-not", onclick: () => this.actions.askWhyNot(nodes) }, "Why did it not fire?"),
        element("button", { id: "add-lane", onclick: () => this.actions.addLane(group) }, "Show its lane")),
      this.#neighbours("From", group.inputs?.map((link) => link.from)),
      this.#neighbours("To", group.outputs?.map((link) => link.to)),
      this.#lastEvents(nodes, time),
    );
  }

  /// The node that sent the latest event.
  #speakerOf(nodes, time) {
    let [speaker, latest] = [nodes[0], -1];
    for (const node of nodes) {
      const last = this.model.lastOf(node, time);
      if (last !== undefined && last.time > latest) [speaker, latest] = [node, last.time];
    }
    return speaker;
  }

  #neighbours(title, groups = []) {
    if (groups.length === 0) return [];
    return [element("h3", {}, title), groups.slice(0, 12).map((group) => this.#groupRow(group))];
  }

  #lastEvents(nodes, time) {
    const events = nodes.flatMap((node) => {
      const until = countUntil(node.events, time);
      return node.events.slice(Math.max(0, until - 20), until);
    });
    events.sort((one, other) => other.time - one.time);
    if (events.length === 0) return quiet("No events yet.");
    return [element("h3", {}, "Last events"), events.slice(0, 20).map((event) => this.#eventRow(event))];
  }

  // Why.

  /// The way back to the first cause of an event.
  showEvent(event) {
    const { path, isCut } = whyDidItFire(this.model, event);
    const effects = this.model.effectsOf(event);
    this.show(
      element("h2", {}, "Why did this fire?"),
      quiet(path.length === 1 ? "The recording has no cause." : "The path back to the cause, newest first."),
      element("ol", { id: "why" }, ...path.slice(0, 500).map((step, index) => element("li", {}, this.#eventRow(step, path[index + 1])))),
      isCut ? quiet("The recording no longer has the earlier events.") : undefined,
      element("h3", {}, "Effects of this event"),
      effects.length === 0 ? quiet("The recording has no effects.") : effects.slice(0, 20).map((effect) => this.#eventRow(effect, event)),
      element("div", { className: "actions" },
        element("button", { onclick: () => this.actions.selectNode(event.node) }, `More about ${short(event.node.name, 30)}`)),
    );
  }

  /// The last event of each stage upstream, and its effect.
  showWhyNot(nodes, time) {
    const node = this.#speakerOf(nodes, time);
    const steps = whyDidItNot(this.model, node, time);
    this.panel.scrollTop = 0;
    this.show(
      element("h2", {}, "Why did it not fire?"),
      quiet(`${node.name} at ${timeText(time)}, and the stages upstream. A stage that stopped a value is red.`),
      element("ol", { id: "why-not-steps" }, ...steps.slice(0, 200).map((step) => {
        const row = element(
          "button",
          { className: `row${step.stops ? " stops" : ""}`, data: { kind: step.node.kind, node: step.node.id }, onclick: () => this.actions.selectNode(step.node) },
          element("b", {}, step.node.name), element("span", {}, ` ${step.text}`),
          element("small", {}, [step.node.kind, shortPlace(this.model.placeOf(step.node)), step.last && `last event at ${timeText(step.last.time)}`].filter(Boolean).join(" · ")));
        return element("li", {}, row);
      })),
    );
  }

  // Searching.

  /// Finds nodes by name or place, and events by value. The newest events come first.
  showFound(text, time) {
    const { nodes, events } = this.find(text, time);
    const groups = this.graph.groups.filter((group) => group.nodes.some((node) => nodes.has(node)));
    this.show(
      element("h2", {}, "Found"),
      groups.length + events.length === 0 ? quiet("No node has this name or place, and no event this value.") : undefined,
      groups.slice(0, listed).map((group) => this.#groupRow(group)),
      events.length > 0 ? element("h3", {}, "Events") : undefined,
      events.map((event) => this.#eventRow(event)),
    );
    return nodes;
  }

  find(text, time) {
    const wanted = text.toLowerCase();
    const holds = (other) => other !== undefined && other.toLowerCase().includes(wanted);
    const nodes = new Set();
    for (const node of this.model.nodes.values()) {
      if (holds(node.name) || holds(node.place)) nodes.add(node);
    }
    const events = [];
    for (let index = countUntil(this.model.events, time) - 1; index >= 0 && events.length < listed; index -= 1) {
      const event = this.model.events[index];
      if (holds(event.value)) events.push(event);
    }
    for (const event of events) nodes.add(event.node);
    return { nodes, events };
  }
}

const lifeText = (node) => `from ${timeText(node.born)}${node.gone === Infinity ? "" : ` until ${timeText(node.gone)}`}`;
