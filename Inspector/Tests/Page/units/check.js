// Tests that run in the page itself.

export const tests = [];

export const test = (name, body) => tests.push({ name, body });

export function equal(actual, expected, what = "") {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what} is ${one} and not ${other}`);
}

export function ok(condition, what) {
  if (!condition) throw new Error(what);
}

/// Lines of a recording: `node(1, "subject", "typed")`, `edge(1, 2)`, `event("next", 7, 1, 40, { value: "a" })`.
export const node = (node, kind = "stage", name = "map", others = {}) => ({ is: "node", node, kind, name, time: 0, ...others });
export const edge = (from, to, time = 0, is = "edge") => ({ is, from, to, time });
export const event = (is, event, node, time, others = {}) => ({ is, event, node, time, thread: 1, ...others });
export const text = (...lines) => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

/// A chain of nodes from 1 on, each with the edge to the next; the last has a place.
export function chain(...names) {
  const nodes = names.map((name, index) => {
    const kind = index === 0 ? "subject" : index === names.length - 1 ? "subscription" : "stage";
    return node(index + 1, kind, name, kind === "stage" ? {} : { place: `App/${name}.swift:${index + 1}` });
  });
  return [...nodes, ...names.slice(1).map((_, index) => edge(index + 1, index + 2))];
}
