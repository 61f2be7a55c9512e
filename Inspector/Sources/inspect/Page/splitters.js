// The lines between the parts of the page. The pointer and the arrow keys move them.

/// - Parameter moved: is called after the size of a part has changed.
export function makeSplitters(main, moved) {
  for (const splitter of main.querySelectorAll("[role=separator]")) {
    const isColumn = splitter.getAttribute("aria-orientation") === "vertical";
    const variable = isColumn ? "--panel" : "--graph";
    const set = (share) => {
      const value = Math.max(15, Math.min(85, share));
      main.style.setProperty(variable, `${value}%`);
      splitter.setAttribute("aria-valuenow", Math.round(value));
      moved();
    };
    const shareAt = ({ clientX, clientY }) => {
      const area = main.getBoundingClientRect();
      return isColumn ? 100 * (area.right - clientX) / area.width : 100 * (clientY - area.top) / area.height;
    };
    splitter.addEventListener("pointerdown", (down) => {
      splitter.setPointerCapture(down.pointerId);
      const move = (event) => set(shareAt(event));
      splitter.addEventListener("pointermove", move);
      splitter.addEventListener("pointerup", () => splitter.removeEventListener("pointermove", move), { once: true });
      splitter.addEventListener("pointercancel", () => splitter.removeEventListener("pointermove", move), { once: true });
    });
    splitter.addEventListener("keydown", (event) => {
      const steps = isColumn ? { ArrowLeft: 2, ArrowRight: -2 } : { ArrowUp: -2, ArrowDown: 2 };
      if (steps[event.key] === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      set(Number(splitter.getAttribute("aria-valuenow")) + steps[event.key]);
    });
  }
}
