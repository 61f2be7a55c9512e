// Sends the user's input to the server, and shows the elements as the server describes them. All decisions are made in
// Swift.
"use strict";

// The fields by their names: the number of the last keystroke, and whether the server has not confirmed it yet.
const fields = new Map();

// Whether nothing has come from this server yet.
let isFirst = true;

function sayTyped(node) {
  const field = fields.get(node.id);
  field.isAhead = true;
  say({ id: node.id, text: node.value, keystroke: ++field.keystroke });
}

for (const node of document.querySelectorAll("input")) {
  // The user may have typed before this script was loaded.
  fields.set(node.id, { keystroke: 0, isAhead: node.type !== "range" && node.value !== "" });
  node.addEventListener("input", () => sayTyped(node));
}

// Sets one part of the look of an element. Texts are set as texts, so no input of a user becomes markup.
const show = {
  text(node, text, look) {
    const field = fields.get(look.id);
    if (!field) {
      if (node.textContent !== text) node.textContent = text;
      return;
    }
    // Until the server has the last keystroke, the text that it sends is out of date.
    if (field.isAhead && look.keystroke !== field.keystroke) return;
    field.isAhead = false;
    // A server without a text receives that of the field. From then on its texts are shown.
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

// Connects the elements of this page. `opened` sends again the input that another server does not have.
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
