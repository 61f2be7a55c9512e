// The click of the sign-up page, and its picture of the streams at work.
"use strict";

// The last click, until its answer arrives. After a lost connection it is sent again, perhaps to another server. Its
// key belongs to the text of the field, and makes it count once.
let click, last;

Object.assign(show, {
  settled(node, key) { if (click?.key === key) click = undefined; },
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
});

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

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("");
}

document.querySelector("form").addEventListener("submit", event => {
  event.preventDefault();
  const button = element("subscribe");
  if (button.ariaDisabled === "true") return;
  // The button is disabled before the server answers. Otherwise a second Return would be another click.
  show.enabled(button, false);
  button.ariaBusy = "true";
  const text = element("email").value;
  click = last = { text, key: last?.text === text ? last.key : newKey() };
  say({ id: "subscribe", key: click.key });
});

connectElements("/socket", {
  opened() {
    if (!click) return;
    const field = fields.get("email");
    say({ id: "email", text: click.text, keystroke: ++field.keystroke });
    say({ id: "subscribe", key: click.key });
    // The present text of the field follows.
    field.isAhead = true;
  },
  lost() { show.enabled(element("subscribe"), false); },
});
