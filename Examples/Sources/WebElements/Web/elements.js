// Carries what people do up, and how elements look down. What it all means is decided in Swift.
"use strict";

// The fields by their names: the number of the last keystroke, and whether the server has yet to say that it knows of it.
const fields = new Map();

// Whether nothing has come from this server yet.
let isFirst = true;

function sayTyped(node) {
  const field = fields.get(node.id);
  field.isAhead = true;
  say({ id: node.id, text: node.value, keystroke: ++field.keystroke });
}

for (const node of document.querySelectorAll("input")) {
  // Somebody may have typed before this script was there.
  fields.set(node.id, { keystroke: 0, isAhead: node.type !== "range" && node.value !== "" });
  node.addEventListener("input", () => sayTyped(node));
}

// How an element looks, part by part. Texts are set as texts: nothing that anybody typed becomes a part of the page.
const show = {
  text(node, text, look) {
    const field = fields.get(look.id);
    if (!field) {
      if (node.textContent !== text) node.textContent = text;
      return;
    }
    // While a keystroke is on its way, what the server says is out of date.
    if (field.isAhead && look.keystroke !== field.keystroke) return;
    field.isAhead = false;
    // A server that knows of nothing is told, and believed from then on.
    if (isFirst && text === "" && node.value !== "") return sayTyped(node);
    if (node.value !== text) node.value = text;
  },
  tone(node, tone) {
    node.dataset.tone = tone;
    if (fields.has(node.id)) node.ariaInvalid = String(tone === "bad");
  },
  // A button that is disabled keeps the focus.
  enabled(node, enabled) {
    if (node.tagName !== "BUTTON") {
      node.disabled = !enabled;
      return;
    }
    node.ariaDisabled = String(!enabled);
    node.ariaBusy = "false";
  },
  visible(node, visible) {
    if (node.hidden === !visible) return;
    node.hidden = !visible;
    if (visible) node.querySelector("input, button")?.focus({ preventScroll: true });
  },
  fraction(node, fraction) {
    node.style.setProperty("--done", fraction);
    node.ariaValueNow = Math.round(100 * fraction);
  },
  items(node, items) {
    const line = text => Object.assign(document.createElement("li"), { textContent: text });
    node.replaceChildren(...items.map(text => node.tagName === "SELECT" ? new Option(text, text) : line(text)));
  },
};

// Connects the elements of this page. `opened` says again what the server may not know, if it is another one.
function connectElements(path, { opened, lost } = {}) {
  connect(path, {
    opened() {
      isFirst = true;
      opened?.();
      for (const [id, field] of fields) if (field.isAhead) sayTyped(element(id));
    },
    received(looks) {
      for (const look of looks) {
        for (const part in show) if (part in look) show[part](element(look.id), look[part], look);
      }
      isFirst = false;
    },
    lost,
  });
}
