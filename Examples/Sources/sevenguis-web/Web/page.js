// The elements that only the 7GUIs have: choices, a canvas, overlays and cells.
"use strict";

Object.assign(show, {
  selected(node, index) { node.selectedIndex = index; },
  // As near to the place as it fits into its parent.
  place(node, [x, y]) {
    const { clientWidth, clientHeight } = node.parentElement;
    node.style.left = `${Math.max(0, Math.min(x, clientWidth - node.offsetWidth))}px`;
    node.style.top = `${Math.max(0, Math.min(y, clientHeight - node.offsetHeight))}px`;
  },
  discs(node, discs) {
    node.replaceChildren(...discs.map(({ x, y, radius, filled }) => {
      const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      circle.setAttribute("cx", x);
      circle.setAttribute("cy", y);
      circle.setAttribute("r", radius);
      circle.classList.toggle("filled", filled);
      return circle;
    }));
  },
  cells(node, cells) {
    for (const { name, value, source } of cells) {
      const cell = element(`cell-${name}`);
      cell.dataset.value = value;
      cell.dataset.source = source;
      if (!cell.firstElementChild) cell.textContent = value;
    }
  },
});

for (const button of document.querySelectorAll("button")) {
  button.addEventListener("click", event => {
    event.preventDefault();
    if (button.ariaDisabled !== "true") say({ id: button.id });
  });
}
for (const choice of document.querySelectorAll("select")) {
  choice.addEventListener("change", () => say({ id: choice.id, text: String(choice.selectedIndex) }));
}
document.querySelector("form")?.addEventListener("submit", event => event.preventDefault());

// Escape dismisses a menu or a dialog.
document.addEventListener("keydown", event => {
  if (event.key !== "Escape") return;
  for (const overlay of document.querySelectorAll("[role=menu], [role=dialog]")) {
    if (!overlay.hidden) say({ id: overlay.id });
  }
});

// Reports the pointer, at most once in each picture of the screen.
function watchPointer(canvas) {
  const place = event => {
    const box = canvas.getBoundingClientRect();
    return { x: Math.max(0, event.clientX - box.left), y: Math.max(0, event.clientY - box.top) };
  };
  let last;
  canvas.addEventListener("pointermove", event => {
    if (!last) requestAnimationFrame(() => { say({ id: canvas.id, pointing: "move", ...last }); last = undefined; });
    last = place(event);
  });
  canvas.addEventListener("pointerleave", event => say({ id: canvas.id, pointing: "leave", ...place(event) }));
  canvas.addEventListener("click", event => say({ id: canvas.id, pointing: "click", ...place(event) }));
  canvas.addEventListener("contextmenu", event => {
    event.preventDefault();
    say({ id: canvas.id, pointing: "menu", ...place(event) });
  });
}
for (const canvas of document.querySelectorAll("svg")) watchPointer(canvas);

// A table of cells: one of them can be reached with Tab, the others with arrows.
function makeCells(table) {
  const columns = Array.from({ length: table.dataset.columns }, (_, column) => String.fromCharCode(65 + column));
  const header = table.createTHead().insertRow();
  for (const name of ["", ...columns]) header.append(Object.assign(document.createElement("th"), { textContent: name }));
  const body = table.createTBody();
  for (let row = 1; row <= table.dataset.rows; row++) {
    const line = body.insertRow();
    line.append(Object.assign(document.createElement("th"), { textContent: row }));
    for (const name of columns) Object.assign(line.insertCell(), { id: `cell-${name}${row}`, tabIndex: -1 });
  }
  element("cell-A1").tabIndex = 0;

  const goTo = (cell, right, down) => {
    const row = body.rows[cell.parentElement.sectionRowIndex + down];
    const next = row?.cells[cell.cellIndex + right];
    if (!next?.id) return;
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
  const edit = (cell, text) => {
    const field = document.createElement("input");
    field.value = text ?? cell.dataset.source ?? "";
    field.ariaLabel = cell.id.slice(5);
    let isOver = false;
    const close = keeps => {
      if (isOver) return;
      isOver = true;
      if (keeps) say({ id: table.id, part: cell.id.slice(5), text: field.value });
      cell.textContent = cell.dataset.value ?? "";
    };
    field.addEventListener("blur", () => close(true));
    field.addEventListener("keydown", event => {
      event.stopPropagation();
      if (event.key === "Enter") { close(true); goTo(cell, 0, 1); }
      if (event.key === "Escape") { close(false); cell.focus(); }
    });
    cell.replaceChildren(field);
    field.focus();
  };
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  table.addEventListener("dblclick", event => { if (event.target.id) edit(event.target); });
  table.addEventListener("focusin", event => {
    if (event.target.tagName !== "TD") return;
    for (const cell of table.querySelectorAll("td[tabindex='0']")) cell.tabIndex = -1;
    event.target.tabIndex = 0;
  });
  table.addEventListener("keydown", event => {
    if (event.target.tagName !== "TD" || event.ctrlKey || event.metaKey) return;
    if (event.key in arrows) goTo(event.target, ...arrows[event.key]);
    else if (event.key === "Enter") edit(event.target);
    else if (event.key.length === 1) edit(event.target, event.key);
    else return;
    event.preventDefault();
  });
}
for (const table of document.querySelectorAll("table")) makeCells(table);

if (location.pathname !== "/") connectElements("/socket" + location.pathname);
