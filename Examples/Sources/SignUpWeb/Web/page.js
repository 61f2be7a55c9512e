// Carries what people do up, and how elements look down. What it all means is decided in Swift.
"use strict";

const element = id => document.getElementById(id);
let socket, pause = 250, isFirst = true;

// The number of the last keystroke here, and whether the server has yet to say that it knows of it.
let keystroke = 0, isAhead = false;

// The last click, until there is an answer to it: said again when the page was cut off, to whatever server is there then. Its key
// makes it count once, and belongs to what was in the field.
let click, last;

function say(message) {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function sayTyped() {
  isAhead = true;
  say({ id: "email", text: element("email").value, keystroke: ++keystroke });
}

// How an element looks, part by part. Texts are set as texts: nothing that anybody typed becomes a part of the page.
const show = {
  text(node, text, look) {
    if (node.tagName !== "INPUT") {
      if (node.textContent !== text) node.textContent = text;
      return;
    }
    // While a keystroke is on its way, what the server says is out of date.
    if (isAhead && look.keystroke !== keystroke) return;
    isAhead = false;
    // A server that knows of nothing is told, and believed from then on.
    if (isFirst && text === "" && node.value !== "") return sayTyped();
    if (node.value !== text) node.value = text;
  },
  tone(node, tone) { node.dataset.tone = tone; },
  // Not `disabled`, which would take the focus away.
  enabled(node, enabled) {
    node.ariaDisabled = String(!enabled);
    node.ariaBusy = "false";
  },
  visible(node, visible) { node.hidden = !visible; },
  settled(node, key) { if (click?.key === key) click = undefined; },
  fraction(node, fraction) {
    node.style.setProperty("--done", fraction);
    node.ariaValueNow = Math.round(100 * fraction);
  },
  items(node, items) {
    node.replaceChildren(...items.map(item => {
      const line = document.createElement("li");
      line.textContent = item;
      return line;
    }));
  },
  lanes(node, lanes) {
    node.replaceChildren(...lanes.map(name => {
      const lane = document.createElement("div");
      lane.className = "lane";
      lane.dataset.name = name;
      return lane;
    }));
  },
  marbles(node, marbles) {
    for (const { lane, label, ago } of marbles) {
      const marble = document.createElement("span");
      marble.textContent = label;
      marble.title = label;
      marble.style.animationDelay = `${-ago}ms`;
      marble.addEventListener("animationend", () => marble.remove());
      const row = node.children[lane];
      const last = row.lastElementChild;
      row.append(marble);
      join(last, marble);
      while (standsStill.matches && row.childElementCount > 6) row.firstElementChild.remove();
    }
  },
};

// A marble that would cover the one before it becomes a part of that one, which shows its newest values.
const values = new WeakMap();

function join(last, marble) {
  values.set(marble, [marble.textContent]);
  if (!last || standsStill.matches) return;
  if (last.getBoundingClientRect().right <= marble.getBoundingClientRect().left) return;
  const all = values.get(last);
  all.push(marble.textContent);
  marble.remove();
  const text = () => all.join(all.every(value => value.length === 1) ? "" : " ");
  last.title += ` ${all.at(-1)}`;
  const count = all.length;
  while (all.length > 1 && text().length > 12) all.shift();
  last.dataset.isCut ??= "";
  if (all.length < count) last.dataset.isCut = "…";
  last.textContent = last.dataset.isCut + text();
}

// Whether marbles stand still, and so never roll out of sight.
const standsStill = matchMedia("(prefers-reduced-motion: reduce)");

// What the server may not know, if it is another one.
function sayAgain() {
  if (click) {
    say({ id: "email", text: click.text, keystroke: ++keystroke });
    say({ id: "subscribe", key: click.key });
  }
  if (isAhead || click) sayTyped();
}

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
}

function connect() {
  socket = new WebSocket(location.origin.replace("http", "ws") + "/socket");
  socket.onopen = () => {
    pause = 250;
    element("connection").textContent = "";
    isFirst = true;
    sayAgain();
  };
  socket.onmessage = message => {
    for (const look of JSON.parse(message.data)) {
      for (const part in show) if (part in look) show[part](element(look.id), look[part], look);
    }
    isFirst = false;
  };
  socket.onclose = event => {
    element("connection").textContent = event.reason || "Not connected. Trying again…";
    show.enabled(element("subscribe"), false);
    // A server that ends sends everybody elsewhere, where they need not arrive all at once.
    pause = event.code === 1012 ? 250 : Math.min(2 * pause, 5000);
    setTimeout(connect, pause * (0.5 + Math.random() / 2));
  };
}

element("email").addEventListener("input", sayTyped);
document.querySelector("form").addEventListener("submit", event => {
  event.preventDefault();
  const button = element("subscribe");
  if (button.ariaDisabled === "true") return;
  // At once, and not when the server says so: a second Return is not another click.
  show.enabled(button, false);
  button.ariaBusy = "true";
  const text = element("email").value;
  click = last = { text, key: last?.text === text ? last.key : newKey() };
  say({ id: "subscribe", key: click.key });
});

// Somebody may have typed before this script was there.
isAhead = element("email").value !== "";
connect();
