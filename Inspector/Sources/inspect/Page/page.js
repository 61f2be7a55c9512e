// The page: what is shown, and what clicks and keys do.

import { Details, element } from "./details.js";
import { TestDialog } from "./dialog.js";
import { followRecording } from "./follow.js";
import { Graph } from "./graph.js";
import { Lanes, TimeView } from "./lanes.js";
import { Model, countUntil } from "./model.js";
import { countText, readColours, short, shortPlace, timeText } from "./paint.js";

const at = (id) => document.getElementById(id);
const model = new Model();
const view = new TimeView(model);
const graph = new Graph(at("graph"), model);
const lanes = new Lanes(at("lanes"), at("strip"), model, view);
const actions = { selectGroup, selectNode, selectEvent, addLane, askWhyNot };
const details = new Details(at("details"), model, graph, actions);
const dialog = new TestDialog(model, lanes, view);

const state = { head: {}, selected: undefined, event: undefined, found: undefined, hasChosenLanes: false, dirty: true, panel: true };

// What comes from the server.

let arrived = 0;

followRecording((head, text) => {
  const wasLive = state.head.live;
  state.head = head;
  if (head.reset && head.progress === undefined) reset();
  if (text.length > 0) {
    model.read(text);
    arrived = performance.now();
    state.dirty = state.panel = true;
  }
  if (view.follows && !head.live && text.length > 0 && head.last) {
    view.showAll();
    graph.update(model.end);
    if (graph.groups.length === 0) view.stand(model.lateTime);
  }
  if (head.live !== wasLive) state.dirty = true;
  showStatus();
});

function reset() {
  model.clear();
  lanes.lanes = [];
  graph.unfolded.clear();
  graph.key = "";
  graph.hasMoved = false;
  Object.assign(state, { selected: undefined, event: undefined, found: undefined, hasChosenLanes: false, dirty: true, panel: true });
  Object.assign(view, { width: 1e10, span: undefined, follows: true });
}

function showStatus() {
  const { isUnreachable, progress, live } = state.head;
  const status = at("status");
  const percent = progress === undefined ? 0 : Math.floor(100 * progress);
  status.textContent = isUnreachable ? "The inspector has ended" : progress !== undefined ? `Reading… ${percent} %`
    : live ? "Live" : isWaiting() ? "Waiting" : "Recorded";
  status.dataset.tone = isUnreachable ? "bad" : live ? "live" : "";
  at("program").textContent = model.program === undefined ? "Rill Inspector" : short(model.program, 40);
  document.title = model.program === undefined ? "Rill Inspector" : `${short(model.program, 40)} – Rill Inspector`;
  at("counts").textContent = `${countText(graph.groupOf.size)} alive · ${countText(model.events.length)} events`;
}

/// Whether programs can connect, and none has.
const isWaiting = () => state.head.address !== undefined && model.program === undefined;

/// Why there is no graph, and what to do.
function reasonsForNothing() {
  const { address, strangeBeginning } = state.head;
  if (strangeBeginning !== undefined) return [`This is not a recording: its first line is “${strangeBeginning}”.`];
  if (!isWaiting()) return ["Nothing is alive at this time."];
  const [host, port] = [address.slice(0, address.lastIndexOf(":")), address.slice(address.lastIndexOf(":") + 1)];
  return [`Waiting for a program at ${address}. Start one that calls`, `try Trace.start(to: .address("${host}", port: ${port}))`];
}

/// What is not in the picture, in words.
function notes() {
  const { forgotten = 0, unread = 0, refused = 0, noRoom = 0, open = 0 } = state.head;
  const texts = [
    [model.lost, "events are missing: the recorder's ring was full"],
    [forgotten, "lines were forgotten: the window is full"],
    [unread + model.unread, "lines were not understood"],
    [refused, "lines were too long"],
    [noRoom, "nodes and edges had no room"],
    [state.head.live ? 0 : open, "bytes at the end are the beginning of a line that was cut"],
  ];
  const notes = texts.filter(([count]) => count > 0).map(([count, text]) => `${countText(count)} ${text}.`);
  return isWaiting() || state.head.strangeBeginning !== undefined ? [reasonsForNothing().join(" "), ...notes] : notes;
}

// Drawing.

function frame() {
  requestAnimationFrame(frame);
  const isMoving = state.head.live && view.follows && performance.now() - arrived < 1_500;
  if (!state.dirty && !isMoving) return;
  state.dirty = false;
  view.tick();
  const age = state.head.live && view.follows ? 1e6 * (performance.now() - arrived) : 0;
  const glow = view.follows && state.head.live ? 8e8 : (view.until - view.from) / 25;
  graph.draw({ time: view.cursor, glow: Math.max(0, glow - age), selected: state.selected, found: state.found, nothing: reasonsForNothing() });
  refreshLanes();
  lanes.draw({ selected: state.event });
  lanes.drawStrip();
  at("cursor").value = timeText(view.cursor);
  at("follow").ariaPressed = view.follows;
  at("fold").disabled = state.selected === undefined || (state.selected.nodes.length === 1 && !graph.unfolded.has(state.selected.folding));
  at("fold").textContent = state.selected !== undefined && graph.unfolded.has(state.selected.folding) ? "Fold" : "Unfold";
}

/// The panel and the lanes' heads change five times a second at most: nobody reads faster.
setInterval(() => {
  if (!state.panel) return;
  state.panel = false;
  view.tick();
  graph.update(view.cursor);
  showHeads();
  showStatus();
  if (at("details").contains(document.activeElement) && view.follows) return;
  if (state.found !== undefined || state.event !== undefined || state.isAsking) return;
  const selected = state.selected && (graph.groups.find((group) => group.key === state.selected.key) ?? state.selected);
  if (selected === undefined) return details.showOverview(view.cursor, notes());
  state.selected = selected;
  details.showGroup(selected, view.cursor);
}, 200);

function refreshLanes() {
  if (!state.hasChosenLanes) {
    const kinds = new Set(["subject", "property", "derived", "command", "subscription", "effect"]);
    const some = graph.groups.filter((group) => kinds.has(group.kind)).sort((one, other) => one.x - other.x || one.y - other.y);
    for (const group of some.slice(0, 8 - lanes.lanes.length)) lanes.add(laneOf(group));
  }
  for (const lane of lanes.lanes) lane.nodes = graph.members.get(lane.key) ?? lane.nodes;
}

const laneOf = ({ key, name, nodes }) => ({ key, name, nodes, role: undefined });

function showHeads() {
  at("lane-heads").replaceChildren(...lanes.lanes.map((lane) => {
    const figures = lane.nodes.slice(0, 50).map((node) => model.figuresOf(node, view.cursor));
    const sum = (key) => figures.reduce((total, figure) => total + figure[key], 0);
    const place = shortPlace(model.placeOf(lane.nodes[0]));
    const parts = [
      place, sum("rate") > 0 && `${countText(sum("rate"))}/s`, sum("depth") > 0 && `waits ${countText(sum("depth"))}`,
      sum("drops") > 0 && `dropped ${countText(sum("drops"))}`,
    ];
    const role = (name, sign, title) => element("button", {
      ariaPressed: lane.role === name, title, onclick: () => {
        lane.role = lane.role === name ? undefined : name;
        if (name === "output") for (const other of lanes.lanes) if (other !== lane && other.role === name) other.role = undefined;
        state.panel = true;
      },
    }, sign);
    const group = graph.groups.find((group) => group.key === lane.key);
    return element(
      "li", { ariaCurrent: state.selected?.key === lane.key },
      element("button", { className: "lane-name", title: lane.name, onclick: () => (group ? selectGroup(group) : selectNode(lane.nodes[0])) },
        lane.nodes.length > 1 ? `${short(lane.name, 40)} ×${countText(lane.nodes.length)}` : short(lane.name, 40)),
      element("span", { className: "lane-tools" },
        role("input", "▸", "An input of the test"), role("output", "◂", "The output of the test"),
        element("button", { title: "Close the lane", onclick: () => removeLane(lane.key) }, "×")),
      element("span", { className: "lane-note" }, parts.filter(Boolean).join(" · ")));
  }));
  at("lane-heads").scrollTop = lanes.top;
}

// What one can do.

function change(changes) {
  Object.assign(state, { found: undefined, event: undefined, isAsking: false }, changes, { dirty: true, panel: true });
}

function askWhyNot(nodes) {
  state.isAsking = true;
  details.showWhyNot(nodes, view.cursor);
}

function selectGroup(group) {
  change({ selected: group });
  details.showGroup(group, view.cursor);
}

function selectNode(node) {
  const group = graph.groupOf.get(node);
  if (group !== undefined) {
    graph.show(group);
    return selectGroup(group);
  }
  const folding = `#${node.id}`;
  selectGroup({ key: folding, folding, kind: node.kind, name: node.name, place: node.place, nodes: [node] });
}

function selectEvent(event) {
  const group = graph.groupOf.get(event.node);
  view.stand(event.time);
  change({ selected: group ?? state.selected, event });
  details.showEvent(event);
}

function addLane(group) {
  state.hasChosenLanes = true;
  lanes.add(laneOf(group));
  lanes.top = Math.max(0, lanes.lanes.length * 58 - at("lanes").clientHeight + 26);
  state.dirty = state.panel = true;
}

function removeLane(key) {
  state.hasChosenLanes = true;
  lanes.remove(key);
  state.dirty = state.panel = true;
}

function go(time) {
  view.stand(time);
  change({ selected: state.selected });
}

/// To the next event, or the one before it: of what is selected, or of all.
function step(direction) {
  const { selected } = state;
  const lane = selected && { ...laneOf(selected), nodes: graph.members.get(selected.key) ?? selected.nodes };
  const events = lane === undefined ? model.events : lanes.eventsOf(lane);
  const now = state.event === undefined ? -1 : events.indexOf(state.event);
  const until = countUntil(events, view.cursor);
  const index = now >= 0 ? now + direction : direction > 0 ? until : until - 1;
  if (events[index] === undefined) return;
  view.stand(events[index].time);
  change({ selected, event: events[index] });
  details.showEvent(events[index]);
}

/// Moves that go on while a button is down.
function onDrag(canvas, begin) {
  canvas.addEventListener("pointerdown", (down) => {
    const move = begin(down);
    if (move === undefined) return;
    canvas.setPointerCapture(down.pointerId);
    let [x, y, hasMoved] = [down.offsetX, down.offsetY, false];
    const moved = (event) => {
      hasMoved ||= Math.hypot(event.offsetX - down.offsetX, event.offsetY - down.offsetY) > 3;
      if (hasMoved) move.to?.(event, event.offsetX - x, event.offsetY - y);
      [x, y] = [event.offsetX, event.offsetY];
      state.dirty = true;
    };
    const up = (event) => {
      canvas.removeEventListener("pointermove", moved);
      canvas.removeEventListener("pointerup", up);
      canvas.removeEventListener("pointercancel", up);
      move.end?.(event, hasMoved);
      state.dirty = true;
    };
    canvas.addEventListener("pointermove", moved);
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
  });
}

onDrag(at("graph"), () => ({
  to: (_, x, y) => graph.pan(x, y),
  end: (event, hasMoved) => {
    const group = hasMoved ? undefined : graph.hit(event.offsetX, event.offsetY);
    if (group !== undefined) selectGroup(group);
    else if (!hasMoved) change({ selected: undefined });
  },
}));

at("graph").addEventListener("dblclick", (event) => {
  const group = graph.hit(event.offsetX, event.offsetY);
  if (group !== undefined) addLane(group);
});

onDrag(at("lanes"), (down) => {
  const start = lanes.timeAt(down.offsetX);
  if (down.shiftKey) {
    return { to: (event) => { view.span = [start, lanes.timeAt(event.offsetX)].sort((one, other) => one - other); } };
  }
  if (down.offsetY < 26) return { to: (event) => go(lanes.timeAt(event.offsetX)), end: (event) => go(lanes.timeAt(event.offsetX)) };
  return {
    to: (_, x, y) => {
      view.follows = false;
      view.pan(-x * (view.until - view.from) / at("lanes").clientWidth);
      scrollLanes(-y);
    },
    end: (event, hasMoved) => {
      if (hasMoved) return;
      view.span = undefined;
      const hit = lanes.hit(event.offsetX, event.offsetY);
      if (hit?.count > 1) view.zoom(8, hit.event.time);
      if (hit !== undefined) selectEvent(hit.event);
      else go(lanes.timeAt(event.offsetX));
    },
  };
});

onDrag(at("strip"), () => {
  const jump = (event) => go(model.start + (event.offsetX / at("strip").clientWidth) * (model.end - model.start));
  return { to: jump, end: jump };
});

function scrollLanes(distance) {
  const most = Math.max(0, lanes.lanes.length * 58 + 26 - at("lanes").clientHeight);
  lanes.top = Math.max(0, Math.min(most, lanes.top + distance));
  at("lane-heads").scrollTop = lanes.top;
}

const onWheel = (canvas, turn) => canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  turn(event);
  state.dirty = true;
}, { passive: false });

onWheel(at("graph"), (event) => graph.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY));
onWheel(at("lanes"), (event) => {
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    view.follows = false;
    return view.pan((event.deltaX || event.deltaY) * (view.until - view.from) / at("lanes").clientWidth);
  }
  view.zoom(Math.exp(-event.deltaY / 300), view.follows ? view.cursor : lanes.timeAt(event.offsetX));
});
at("lane-heads").addEventListener("wheel", (event) => { scrollLanes(event.deltaY); state.dirty = true; });

at("follow").addEventListener("click", () => {
  view.follows = !view.follows;
  change({ selected: state.selected });
});
at("fit").addEventListener("click", () => { graph.hasMoved = false; graph.fit(); state.dirty = true; });
at("fold").addEventListener("click", () => {
  if (state.selected !== undefined) graph.fold(state.selected);
  graph.hasMoved = false;
  change({ selected: undefined });
});
at("before").addEventListener("click", () => step(-1));
at("after").addEventListener("click", () => step(1));
at("whole").addEventListener("click", () => { view.showAll(); state.dirty = true; });
at("test").addEventListener("click", () => dialog.open());

at("search").addEventListener("input", () => {
  const text = at("search").value.trim();
  change({ selected: undefined });
  if (text !== "") state.found = details.showFound(text, view.follows ? Infinity : view.cursor);
});

document.addEventListener("keydown", (event) => {
  if (at("test-dialog").open || event.target.closest("input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys = {
    "/": () => at("search").focus(), " ": () => at("follow").click(), ArrowLeft: () => step(-1), ArrowRight: () => step(1),
    Home: () => go(model.start), End: () => go(model.end), Escape: () => change({ selected: undefined }),
  };
  if (keys[event.key] === undefined || (event.key === " " && event.target.closest("button"))) return;
  event.preventDefault();
  keys[event.key]();
});

for (const kind of ["subject", "property", "derived", "stage", "subscription", "effect", "command"]) {
  at("legend").append(element("li", { data: { kind } }, kind));
}
readColours();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); state.dirty = true; });
new ResizeObserver(() => { if (!graph.hasMoved) graph.fit(); state.dirty = true; }).observe(document.body);
requestAnimationFrame(frame);

/// For those who look from the console, and for tests.
globalThis.inspector = { model, view, graph, lanes, details, state, selectGroup, selectNode, selectEvent, addLane, go };
