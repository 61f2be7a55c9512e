// Shows the screens that the server sends, and requests the part of the list that is visible.
"use strict";

let screen, drawn = 0, wanted = 0;

// How long the newest thousand frames took to draw, in milliseconds, and their figures.
const draws = [];
let figures = "", noted = 0;

function note(time) {
  draws.push(time);
  if (draws.length > 1_000) draws.shift();
  // Sorting takes longer than drawing.
  if (++noted % 30 !== 1) return;
  const sorted = draws.toSorted((one, other) => one - other);
  const share = part => sorted[Math.ceil(part * sorted.length) - 1].toFixed(1);
  figures = `p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, max ${share(1)} ms`;
}

// Rows are kept and only the texts that differ are set.
function fill(body, rows, marks) {
  while (body.rows.length > rows.length) body.deleteRow(-1);
  while (body.rows.length < rows.length) {
    const row = body.insertRow();
    for (const _ of rows[0]) row.insertCell();
  }
  rows.forEach((texts, index) => {
    const cells = body.rows[index].cells;
    const isSame = cells[0].textContent === texts[0];
    texts.forEach((text, column) => {
      const differs = cells[column].textContent !== text;
      if (differs) cells[column].textContent = text;
      cells[column].classList.toggle("is-changed", marks && differs && isSame);
    });
  });
}

function draw() {
  drawn = 0;
  const start = performance.now();
  fill(element("lines").tBodies[0], screen.lines, true);
  fill(element("totals").tBodies[0], screen.totals, false);
  const last = screen.first + screen.lines.length;
  element("place").textContent = screen.count ? `${screen.first + 1} to ${last} of ${screen.count}` : "No order passes the filter.";
  element("times").textContent = `From an update to the message: ${screen.times}. Drawn: ${figures}.`;
  // The layout and the painting come after this, and before the next task.
  setTimeout(() => note(performance.now() - start));
}

function sayAll() {
  const minimum = Math.round(100 * (Number(element("minimum").value) || 0));
  say({ sector: element("sector").value, minimum, isDescending: element("order").value === "true", first: wanted });
}

function move(by) {
  wanted = Math.max(0, Math.min((screen?.first ?? 0) + Number(by), Math.max(0, (screen?.count ?? 0) - 40)));
  say({ first: wanted });
}

for (const id of ["sector", "minimum", "order"]) {
  element(id).addEventListener("input", () => {
    wanted = 0;
    sayAll();
  });
}
document.querySelector("form").addEventListener("submit", event => event.preventDefault());
for (const button of document.querySelectorAll("[data-by]")) button.addEventListener("click", () => move(button.dataset.by));
element("window").addEventListener("keydown", event => {
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 40, PageUp: -40, Home: -1e9, End: 1e9 }[event.key];
  if (by === undefined || event.target !== element("window")) return;
  event.preventDefault();
  move(by);
});

connect("/socket", {
  opened: sayAll,
  received(newest) {
    screen = newest;
    drawn ||= requestAnimationFrame(draw);
  },
});
