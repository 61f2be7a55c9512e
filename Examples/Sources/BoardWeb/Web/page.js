// The board: a list for each column, of which at most one has a selected card.
"use strict";

Object.assign(show, { selected(node, index) { node.selectedIndex = index; } });

document.addEventListener("click", event => {
  const { target } = event;
  // A title that the server has not received may enable the button.
  const isAhead = [...fields.values()].some(field => field.isAhead);
  if (target.tagName === "BUTTON" && (isAhead || target.ariaDisabled !== "true")) say({ id: target.id });
});
document.addEventListener("change", ({ target }) => {
  if (target.tagName === "SELECT") say({ id: target.id, text: String(target.selectedIndex) });
});
// Return in the title clicks the first button.
document.addEventListener("submit", event => event.preventDefault());

connectElements("/socket");
