// Large boxes, for graphs whose boxes would be too small to read: one for each file, or for each type that owns nodes.

import { fileOf } from "./filter.js";

/// The type in the name of a property or of a binding: `SignUp` of `SignUp.email` and of `bind SignUp.email`.
const typeIn = (name) => name.match(/\b([A-Z]\w*)\.[a-z_]/)?.[1];

function fileBox(file) {
  return { key: `file|${file}`, kind: "file", name: file.slice(file.lastIndexOf("/") + 1) || "no file", place: file };
}

/// For each way to fold: makes a function from a node to its large box.
export const foldings = {
  file: (model) => (node) => fileBox(fileOf(model.placeOf(node))),

  /// Folds the nodes of a type. A node without one belongs to the only type of its file, if there is exactly one.
  owner(model) {
    const types = new Map();
    for (const node of model.nodes.values()) {
      const [type, file] = [typeIn(node.name), fileOf(model.placeOf(node))];
      if (type === undefined || file === "") continue;
      if (types.has(file)) types.get(file).add(type);
      else types.set(file, new Set([type]));
    }
    return (node) => {
      const file = fileOf(model.placeOf(node));
      const known = types.get(file);
      const type = typeIn(node.name) ?? (known?.size === 1 ? [...known][0] : undefined);
      return type === undefined ? fileBox(file) : { key: `owner|${type}`, kind: "owner", name: type, place: file };
    };
  },
};
