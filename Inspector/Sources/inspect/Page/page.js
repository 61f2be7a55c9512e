// The state of the page, and the handlers of clicks and keys.

import { BlameTable } from "./blametable.js";
import { Details, element } from "./details.js";
import { TestDialog } from "./dialog.js";
import { chromeTrace, download, recordingLines } from "./export.js";
import { Filter } from "./filter.js";
import { followRecording, onDrop } from "./follow.js";
import { Graph } from "./graph.js";
import { firstLanes, laneOf, showHeads } from "./heads.js";
import { Lanes, TimeView, laneHeight } from "./lanes.js";
import { Model, countUntil } from "./model.js";
import { countText, readColours, short, timeText } from "./paint.js";
import { onDrag, onWheel } from "./pointer.js";
import { makeSplitters } from "./splitters.js";
import { Tree } from "./tree.js";
import { Variables } from "./variables.js";
import { wayOf } from "./why.js";

const at = (id) => document.getElementById(id);
const model = new Model();
const view = new TimeView(model);
const filter = new Filter(model);
const graph = new Graph(at("graph"), model, filter);
const lanes = new Lanes(at("lanes"), at("strip"), model, view, filter);
const actions = { selectGroup, selectNode, selectEvent, addLane, askWhyNot };
const details = new Details(at("details"), model, graph, actions);
const blameTable = new BlameTable(details, model, graph, actions);
const tree = new Tree(at("tree"), (group) => { graph.showWay(new Set(group.nodes)); selectGroup(group); });
const dialog = new TestDialog(model, lanes, view);
const variables = new Variables(model, () => { state.dirty = state.panel = true; });

const state = {
  head: {}, selected: undefined, event: undefined, found: undefined, way: undefined, isBlaming: false, hasChosenLanes: false,
  dirty: true, panel: true,
};

// Lines from the server, or from a dropped file.
let arrived = 0;
const take = (head, text) => {
  const wasLive = state.head.live;
  state.head = head;
  if (head.reset && head.progress === undefined) reset();
  if (text.length > 0) {
    model.read(text);
    variables.update();
    arrived = performance.now();
    state.dirty = state.panel = true;
  }
  if (view.follows && !head.live && text.length > 0 && head.last) {
    view.showAll();
    graph.update(model.end);
    if (graph.groups.length === 0) {
      // At the end of the recording no node is alive. An earlier time shows more.
      view.stand(model.lateTime);
      view.showAll(model.lateTime);
    }
  }
  if (head.live !== wasLive) state.dirty = true;
  showStatus();
};
onDrop(document.body, followRecording(take), take);

function reset() {
  model.clear();
  lanes.lanes = [];
  graph.unfolded.clear();
  graph.key = "";
  graph.hasMoved = graph.isFolded = false;
  filter.clear();
  Object.assign(state, {
    selected: undefined, event: undefined, found: undefined, way: undefined, isBlaming: false, hasChosenLanes: false, dirty: true, panel: true,
  });
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

/// Whether the inspector waits for a program to connect.
const isWaiting = () => state.head.address !== undefined && model.program === undefined;

/// The reasons for an empty graph, and a remedy.
function reasonsForNothing() {
  const { address, strangeBeginning } = state.head;
  if (strangeBeginning !== undefined) return [`This is not a recording: its first line is “${strangeBeginning}”.`];
  if (!isWaiting()) return ["Nothing is alive at this time."];
  const [host, port] = [address.slice(0, address.lastIndexOf(":")), address.slice(address.lastIndexOf(":") + 1)];
  return [`Waiting for a program at ${address}. Start one that calls`, `try Trace.start(to: .address("${host}", port: ${port}))`];
}

/// The data that the recording or the page leaves out.
function notes() {
  const { forgotten = 0, unread = 0, refused = 0, noRoom = 0, open = 0 } = state.head;
  const texts = [
    [model.lost, "events are missing: the recorder's ring was full"],
    [forgotten, "lines were forgotten: the window is full"],
    [unread + model.unread, "lines were not understood"],
    [refused, "lines were too long"],
    [noRoom, "nodes and edges did not fit"],
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
  graph.draw({ time: view.cursor, glow: Math.max(0, glow - age), selected: state.selected, found: state.found, way: state.way, nothing: reasonsForNothing() });
  refreshLanes();
  lanes.draw({ selected: state.event });
  lanes.drawStrip();
  at("cursor").value = timeText(view.cursor);
  at("follow").ariaPressed = view.follows;
  at("fold").disabled = state.selected === undefined || (state.selected.nodes.length === 1 && !graph.unfolded.has(state.selected.folding));
  at("fold").textContent = state.selected !== undefined && graph.unfolded.has(state.selected.folding) ? "Fold" : "Unfold";
}

/// Updates the panel and the heads of the lanes, at most five times a second: a user reads no faster.
setInterval(() => {
  if (!state.panel) return;
  state.panel = false;
  view.tick();
  graph.update(view.cursor);
  showHeads(at("lane-heads"), { lanes, model, selected: state.selected, time: view.cursor }, {
    changed: () => { state.panel = true; },
    select: ({ key, nodes }) => {
      const group = graph.groups.find((group) => group.key === key);
      if (group) selectGroup(group);
      else selectNode(nodes[0]);
    },
    remove: removeLane,
  });
  tree.update(graph.groups, `${graph.key}/${graph.isFolded && graph.foldsBy}`, state.selected);
  showChoices();
  showStatus();
  if (at("details").contains(document.activeElement) && view.follows) return;
  if (state.found !== undefined || state.event !== undefined || state.isAsking || state.isBlaming) return;
  const selected = state.selected && (graph.groups.find((group) => group.key === state.selected.key) ?? state.selected);
  if (selected === undefined) return details.showOverview(view.cursor, notes());
  state.selected = selected;
  details.showGroup(selected, view.cursor);
}, 200);

function refreshLanes() {
  if (!state.hasChosenLanes && lanes.lanes.length < 8) for (const lane of firstLanes(graph.plain.groups, 8 - lanes.lanes.length)) lanes.add(lane);
  lanes.update(graph.plain.members);
}

/// Fills the two lists of files and threads.
function showChoices() {
  const { files, threads } = filter.choices;
  for (const [id, title, values] of [["filter-file", "All files", files], ["filter-thread", "All threads", threads]]) {
    const list = at(id);
    if (document.activeElement === list || list.dataset.values === values.join()) continue;
    list.dataset.values = values.join();
    const options = values.map((value) => element("option", { value }, id === "filter-thread" ? `Thread ${value}` : `${value}`));
    list.replaceChildren(element("option", { value: "" }, title), ...options);
    list.value = id === "filter-file" ? filter.file : filter.thread;
  }
}

function filterChanged() {
  graph.hasMoved = false;
  if (!state.hasChosenLanes) lanes.lanes = [];
  change({ selected: undefined });
}

// Actions of the user.

function change(changes) {
  Object.assign(state, { found: undefined, event: undefined, way: undefined, isAsking: false, isBlaming: false }, changes, { dirty: true, panel: true });
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

/// Shows the way from the first cause of an event to all of its effects, in all views.
function selectEvent(event) {
  view.stand(event.time);
  const way = wayOf(model, event);
  graph.update(view.cursor);
  const nodes = new Set(way.map(({ node }) => node));
  if (nodes.size > 1) graph.foldAll(false);
  change({ selected: graph.groupOf.get(event.node) ?? state.selected, event, way: nodes });
  if (nodes.size > 1) {
    graph.showWay(nodes);
    showLanesOf(way, event);
  }
  details.showEvent(event);
}

/// Shows the steps of a way as lanes, the first cause on top. Lanes that the user chose, or that are part of a test, stay.
function showLanesOf(way, event) {
  const groups = [...new Set(way.map(({ node }) => graph.groupOf.get(node)))].filter((group) => group !== undefined);
  const isOnWay = (key) => groups.some((group) => group.key === key);
  const others = lanes.lanes.filter((lane) => (lane.role !== undefined || state.hasChosenLanes && !lane.isOfWay) && !isOnWay(lane.key));
  const known = new Map(lanes.lanes.map((lane) => [lane.key, lane]));
  const shown = groups.slice(0, 12).map((group) => known.get(group.key) ?? { ...laneOf(group), isOfWay: true });
  state.hasChosenLanes = true;
  lanes.lanes = [...shown, ...others];
  const index = lanes.lanes.findIndex(({ key }) => key === graph.groupOf.get(event.node)?.key);
  const [above, room] = [index * laneHeight, at("lanes").clientHeight - 26 - laneHeight];
  const isHidden = above < lanes.top || above > lanes.top + room;
  scrollLanes(index >= 0 && isHidden ? above - room / 2 - lanes.top : 0);
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

/// Selects the next or the previous event: of the selected group, or of the recording.
function step(direction) {
  const { selected } = state;
  const lane = selected && { ...laneOf(selected), nodes: graph.members.get(selected.key) ?? selected.nodes };
  const events = lane === undefined ? model.events.filter((event) => filter.showsEvent(event)) : lanes.eventsOf(lane);
  const now = state.event === undefined ? -1 : events.indexOf(state.event);
  const until = countUntil(events, view.cursor);
  const index = now >= 0 ? now + direction : direction > 0 ? until : until - 1;
  if (events[index] === undefined) return;
  selectEvent(events[index]);
  if (selected !== undefined) state.selected = selected;
}

const redraw = () => { state.dirty = true; };

onDrag(at("graph"), () => ({
  to: (_, x, y) => graph.pan(x, y),
  end: (event, hasMoved) => {
    const group = hasMoved ? undefined : graph.hit(event.offsetX, event.offsetY);
    if (group !== undefined) selectGroup(group);
    else if (!hasMoved) change({ selected: undefined });
  },
}), redraw);

at("graph").addEventListener("dblclick", (event) => {
  const group = graph.hit(event.offsetX, event.offsetY);
  if (graph.isFolded && group !== undefined) graph.open(group);
  else if (group !== undefined) addLane(group);
  redraw();
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
}, redraw);

onDrag(at("strip"), () => {
  const jump = (event) => go(model.start + (event.offsetX / at("strip").clientWidth) * (model.end - model.start));
  return { to: jump, end: jump };
}, redraw);

function scrollLanes(distance) {
  const most = Math.max(0, lanes.lanes.length * 58 + 26 - at("lanes").clientHeight);
  lanes.top = Math.max(0, Math.min(most, lanes.top + distance));
  at("lane-heads").scrollTop = lanes.top;
}

onWheel(at("graph"), (event) => graph.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY), redraw);
onWheel(at("lanes"), (event) => {
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    view.follows = false;
    return view.pan((event.deltaX || event.deltaY) * (view.until - view.from) / at("lanes").clientWidth);
  }
  view.zoom(Math.exp(-event.deltaY / 300), view.follows ? view.cursor : lanes.timeAt(event.offsetX));
}, redraw);
at("lane-heads").addEventListener("wheel", (event) => { scrollLanes(event.deltaY); state.dirty = true; });

at("follow").addEventListener("click", () => {
  view.follows = !view.follows;
  change({ selected: state.selected });
});
at("fit").addEventListener("click", () => { graph.hasMoved = false; graph.fit(); state.dirty = true; });
at("fold-by").addEventListener("change", () => {
  graph.foldBy(at("fold-by").value);
  change({ selected: undefined });
});
at("fold").addEventListener("click", () => {
  if (state.selected !== undefined) graph.fold(state.selected);
  graph.hasMoved = false;
  change({ selected: undefined });
});
at("before").addEventListener("click", () => step(-1));
at("after").addEventListener("click", () => step(1));
at("whole").addEventListener("click", () => { view.showAll(); state.dirty = true; });
at("test").addEventListener("click", () => dialog.open());
at("blame").addEventListener("click", () => {
  change({ selected: undefined, isBlaming: true });
  blameTable.show();
});
at("export").addEventListener("change", () => {
  const name = short(model.program ?? "recording", 40).replace(/[^\w.-]+/g, "-");
  if (at("export").value === "lines") download(`${name}.jsonl`, recordingLines(model), "application/x-ndjson");
  else download(`${name}.trace.json`, JSON.stringify(chromeTrace(model)), "application/json");
  at("export").value = "";
});
at("filter-file").addEventListener("change", () => { filter.file = at("filter-file").value; filterChanged(); });
at("filter-thread").addEventListener("change", () => { filter.thread = at("filter-thread").value; filterChanged(); });

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
  const button = element("button", {
    ariaPressed: true, title: `Show or hide: ${kind}`, onclick: () => {
      if (!filter.hidden.delete(kind)) filter.hidden.add(kind);
      button.ariaPressed = !filter.hidden.has(kind);
      filterChanged();
    },
  }, kind);
  at("legend").append(element("li", { data: { kind } }, button));
}
makeSplitters(document.querySelector("main"), () => { if (!graph.hasMoved) graph.fit(); redraw(); });
readColours();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readColours(); state.dirty = true; });
new ResizeObserver(() => { if (!graph.hasMoved) graph.fit(); state.dirty = true; }).observe(document.body);
requestAnimationFrame(frame);

/// For the console of the browser, and for tests.
globalThis.inspector = { model, view, graph, lanes, details, state, filter, selectGroup, selectNode, selectEvent, addLane, go };
