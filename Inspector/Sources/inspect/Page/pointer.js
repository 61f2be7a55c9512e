// Drags and wheel turns over a canvas.

/// Handles moves of the pointer while a button is down. `moved` is called after each move.
export function onDrag(canvas, begin, moved) {
  canvas.addEventListener("pointerdown", (down) => {
    const move = begin(down);
    if (move === undefined) return;
    canvas.setPointerCapture(down.pointerId);
    let [x, y, hasMoved] = [down.offsetX, down.offsetY, false];
    const go = (event) => {
      hasMoved ||= Math.hypot(event.offsetX - down.offsetX, event.offsetY - down.offsetY) > 3;
      if (hasMoved) move.to?.(event, event.offsetX - x, event.offsetY - y);
      [x, y] = [event.offsetX, event.offsetY];
      moved();
    };
    const up = (event) => {
      canvas.removeEventListener("pointermove", go);
      canvas.removeEventListener("pointerup", up);
      canvas.removeEventListener("pointercancel", up);
      move.end?.(event, hasMoved);
      moved();
    };
    canvas.addEventListener("pointermove", go);
    canvas.addEventListener("pointerup", up);
    canvas.addEventListener("pointercancel", up);
  });
}

export const onWheel = (canvas, turn, turned) => canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  turn(event);
  turned();
}, { passive: false });

