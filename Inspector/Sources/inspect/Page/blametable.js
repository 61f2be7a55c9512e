// The table "Where the time goes", and the warnings above it.

import { blame, orders, ranked, warnings } from "./blame.js";
import { element } from "./details.js";
import { countText, short, shortPlace, timeText } from "./paint.js";

const listed = 40;

export class BlameTable {
  /// - Parameter actions: the handlers of clicks: `selectNode(node)`, `selectEvent(event)`.
  constructor(details, model, graph, actions) {
    Object.assign(this, { details, model, graph, actions });
    this.order = orders[0];
  }

  /// One row for each box of the graph: nodes with the same name and place share it.
  get rows() {
    const keys = new Map([...this.graph.members].flatMap(([key, nodes]) => nodes.map((node) => [node, key])));
    return blame(this.model, (node) => ({ key: keys.get(node) ?? `#${node.id}` }));
  }

  show() {
    this.graph.foldAll(false);
    const rows = this.rows;
    const found = warnings(this.model);
    const hasTimes = this.model.events.some(({ took }) => took !== undefined);
    this.details.show(
      element("h2", {}, "Where the time goes"),
      hasTimes ? undefined : element("p", { className: "stops" }, "This recording has no durations."),
      found.slice(0, 10).map((warning) => this.#warning(warning)),
      found.length > 10 ? element("p", { className: "quiet" }, `and ${countText(found.length - 10)} more warnings`) : undefined,
      element("div", { className: "actions", id: "blame-orders" }, ...orders.map((order) => element("button", {
        ariaPressed: order === this.order, onclick: () => { this.order = order; this.show(); },
      }, order.title))),
      this.#table(ranked(rows, this.order.key)),
    );
  }

  #warning({ node, event, text }) {
    const click = () => (event === undefined ? this.actions.selectNode(node) : this.actions.selectEvent(event));
    const place = shortPlace(this.model.placeOf(node));
    return element("button", { className: "row stops warning", data: { kind: node.kind }, onclick: click },
      element("b", {}, "Warning"), ` ${short(text, 200)}`, element("small", {}, place));
  }

  #table(rows) {
    if (rows.length === 0) return element("p", { className: "quiet" }, "Nothing.");
    return element("table", { id: "blame-rows" },
      element("thead", {}, element("tr", {}, ...["", ...orders.map(({ title }) => title)].map((title) => element("th", { scope: "col" }, title)))),
      element("tbody", {}, ...rows.slice(0, listed).map((row) => this.#row(row))));
  }

  #row(row) {
    const { kind, name } = row.node;
    const place = this.model.placeOf(row.node);
    return element("tr", { data: { kind } },
      element("th", { scope: "row" }, element("button", { title: place ?? "", onclick: () => this.actions.selectNode(row.node) },
        short(name, 60), element("small", {}, shortPlace(place)))),
      ...orders.map((order) => element("td", { title: order.key === "own" && row.runs > 0 ? `${timeText(row.own / row.runs)} a run` : "" }, order.text(row))));
  }
}
