// Carries what people do up, and how elements look down. What it all means is decided in Swift.
"use strict";

const element = id => document.getElementById(id);
let socket, pause = 250;

// The number of the last keystroke here, and whether the server has yet to say that it knows of it.
let keystroke = 0, isAhead = false;

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
    if (node.tagName !== "INPUT") return node.textContent = text;
    // While a keystroke is on its way, what the server says is out of date.
    if (isAhead && look.keystroke !== keystroke) return;
    isAhead = false;
    if (node.value !== text) node.value = text;
  },
  tone(node, tone) { node.dataset.tone = tone; },
  enabled(node, enabled) { node.disabled = !enabled; },
  visible(node, visible) { node.hidden = !visible; },
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
      node.children[lane].append(marble);
    }
  },
};

function connect() {
  socket = new WebSocket(location.origin.replace("http", "ws") + "/socket");
  socket.onopen = () => {
    pause = 250;
    element("connection").textContent = "";
    if (isAhead) sayTyped();
  };
  socket.onmessage = message => {
    for (const look of JSON.parse(message.data)) {
      for (const part in show) if (part in look) show[part](element(look.id), look[part], look);
    }
  };
  socket.onclose = event => {
    element("connection").textContent = event.reason || "Not connected. Trying again…";
    element("subscribe").disabled = true;
    setTimeout(connect, pause = Math.min(2 * pause, 5000));
  };
}

element("email").addEventListener("input", sayTyped);
document.querySelector("form").addEventListener("submit", event => {
  event.preventDefault();
  say({ id: "subscribe" });
});

// Somebody may have typed before this script was there.
isAhead = element("email").value !== "";
connect();
