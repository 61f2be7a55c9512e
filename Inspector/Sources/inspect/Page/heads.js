// The heads of the lanes, and the lanes that are shown before the user chooses any.

import { element } from "./details.js";
import { countText, short, shortPlace } from "./paint.js";

/// The kinds that get the first lanes, in this order.
const kinds = ["command", "property", "subject", "derived", "subscription", "effect"];

export const laneOf = ({ key, name, nodes }) => ({ key, name, nodes, role: undefined });

/// The first lanes: of groups that have sent events, in the order of `kinds`. In a kind, the most active group comes first.
export function firstLanes(groups, count) {
  const activity = (group) => group.nodes.reduce((sum, node) => sum + node.events.length, 0);
  const known = groups.filter(({ kind }) => kinds.includes(kind)).map((group) => ({ group, events: activity(group) }));
  const active = known.filter(({ events }) => events > 0);
  const rank = ({ group: { kind } }) => kinds.indexOf(kind);
  const sorted = (active.length > 0 ? active : known).sort((one, other) => rank(one) - rank(other) || other.events - one.events);
  return sorted.slice(0, count).map(({ group }) => laneOf(group));
}

/// - Parameter actions: the handlers of clicks: `changed()`, `select(lane)`, `remove(key)`.
export function showHeads(list, { lanes, model, selected, time }, actions) {
  list.replaceChildren(...lanes.lanes.map((lane) => {
    const figures = lane.nodes.slice(0, 50).map((node) => model.figuresOf(node, time));
    const sum = (key) => figures.reduce((total, figure) => total + figure[key], 0);
    const parts = [
      shortPlace(model.placeOf(lane.nodes[0])), sum("rate") > 0 && `${countText(sum("rate"))}/s`,
      sum("depth") > 0 && `queued ${countText(sum("depth"))}`, sum("drops") > 0 && `dropped ${countText(sum("drops"))}`,
    ];
    const role = (name, sign, title) => element("button", {
      ariaPressed: lane.role === name, title, onclick: () => {
        lane.role = lane.role === name ? undefined : name;
        if (name === "output") for (const other of lanes.lanes) if (other !== lane && other.role === name) other.role = undefined;
        actions.changed();
      },
    }, sign);
    const label = lane.nodes.length > 1 ? `${short(lane.name, 40)} ×${countText(lane.nodes.length)}` : short(lane.name, 40);
    return element(
      "li", { ariaCurrent: selected?.key === lane.key },
      element("button", { className: "lane-name", title: lane.name, onclick: () => actions.select(lane) }, label),
      element("span", { className: "lane-tools" },
        role("input", "▸", "An input of the test"), role("output", "◂", "The output of the test"),
        element("button", { title: "Close the lane", onclick: () => actions.remove(lane.key) }, "×")),
      element("span", { className: "lane-note" }, parts.filter(Boolean).join(" · ")));
  }));
  list.scrollTop = lanes.top;
}
