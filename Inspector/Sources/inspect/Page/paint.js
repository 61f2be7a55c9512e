// Shared by all drawings: the colours of the theme, texts, and a canvas in the resolution of the screen.

const colours = {};

/// Reads the colours of the page: at first, and after each change of the theme.
export function readColours() {
  // A custom property is returned unevaluated, with its values for both themes. `color` is evaluated.
  const probe = document.body.appendChild(document.createElement("i"));
  const names = [
    "ground", "card", "line", "ink", "quiet", "accent", "good", "bad", "warn", "lit", "stage", "subscription", "subject",
    "property", "derived", "effect", "command", "scheduler", "file", "owner",
  ];
  for (const name of names) {
    probe.style.color = `var(--${name})`;
    colours[name] = getComputedStyle(probe).color;
  }
  probe.remove();
}

export const colour = colours;
export const sans = (size, weight = 400) => `${weight} ${size}px system-ui, "DejaVu Sans", sans-serif`;
export const mono = (size) => `${size}px ui-monospace, "DejaVu Sans Mono", monospace`;

/// The colour of an event. A value has the colour of its node.
export function eventColour(event) {
  switch (event.is) {
    case "failed": case "dropped": case "refused": return colours.bad;
    case "waits": case "queued": return colours.warn;
    case "disposed": case "completed": case "hop": return colours.quiet;
    case "ended": return event.value?.startsWith("failed") ? colours.bad : colours.command;
    default: return colours[event.node.kind];
  }
}

/// A time or a span, in the unit that fits.
export function timeText(time, precision = time) {
  const span = Math.abs(precision);
  if (span >= 1e9) return `${(time / 1e9).toFixed(span >= 1e10 ? 1 : 2)} s`;
  if (Math.abs(time) >= 1e9) return `${(time / 1e9).toFixed(span >= 1e7 ? 3 : span >= 1e4 ? 6 : 9)} s`;
  if (span >= 1e6) return `${(time / 1e6).toFixed(span >= 1e8 ? 0 : span >= 1e7 ? 1 : 2)} ms`;
  if (span >= 1e3 || Math.abs(time) >= 1e6) return `${(time / 1e3).toFixed(1)} µs`;
  return `${Math.round(time)} ns`;
}

export const countText = (count) => count.toLocaleString("en");

/// Cuts a text to a number of characters. A cut text ends with an ellipsis.
export function short(text, length) {
  return text.length > length ? `${text.slice(0, Math.max(1, Math.floor(length) - 1))}…` : text;
}

/// The file and the line of a place, without folders.
export const shortPlace = (place) => (place === undefined ? "" : place.slice(place.lastIndexOf("/") + 1));

/// Gives a canvas the resolution of the screen, and clears it.
export function prepare(canvas) {
  const scale = window.devicePixelRatio || 1;
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
  }
  const context = canvas.getContext("2d");
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/// The step of an axis with about `count` steps: 1, 2 or 5 times a power of ten.
export function niceStep(span, count) {
  const rough = span / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
}
