// The graph as a tree of texts, for the keyboard and for screen readers. Under each group are the groups that read from it.

import { element } from "./details.js";
import { countText, short, shortPlace } from "./paint.js";

const most = 500;

/// The groups in the order of the tree, each with its `level`. A group with several sources is only under the first.
export function treeOf(groups) {
  const seen = new Set();
  const found = [];
  const add = (start) => {
    const path = [{ group: start, level: 1 }];
    while (path.length > 0 && found.length < most) {
      const { group, level } = path.pop();
      if (seen.has(group)) continue;
      seen.add(group);
      found.push({ group, level });
      for (const { to } of [...group.outputs].reverse()) if (!seen.has(to)) path.push({ group: to, level: level + 1 });
    }
  };
  for (const group of groups) if (group.inputs.length === 0) add(group);
  // Groups in a cycle that no source leads to.
  for (const group of groups) if (!seen.has(group)) add(group);
  return found;
}

export class Tree {
  /// - Parameter select: is called with the group that the user chooses.
  constructor(list, select) {
    Object.assign(this, { list, select, key: undefined });
    list.addEventListener("keydown", (event) => this.#move(event));
    list.addEventListener("click", ({ target }) => this.#choose(target.closest("[role=treeitem]")));
    list.addEventListener("focusin", ({ target }) => this.#hold(target));
  }

  /// Shows groups. A `key` that has not changed means that the groups are the same.
  update(groups, key, selected) {
    if (key !== this.key) {
      this.key = key;
      this.groups = new Map(groups.map((group) => [group.key, group]));
      const held = this.list.querySelector("[tabindex='0']")?.dataset.key;
      this.list.replaceChildren(...treeOf(groups).map(({ group, level }, index) => this.#item(group, level, index)));
      this.#hold([...this.list.children].find((item) => item.dataset.key === held) ?? this.list.firstElementChild);
    }
    for (const item of this.list.children) item.ariaSelected = item.dataset.key === selected?.key;
  }

  #item(group, level, index) {
    const { kind, name, place, nodes } = group;
    const text = `${short(name, 60)}${nodes.length > 1 ? ` ×${countText(nodes.length)}` : ""}, ${kind} ${shortPlace(place)}`;
    const item = element("li", { tabIndex: index === 0 ? 0 : -1, data: { kind, key: group.key } }, text);
    item.setAttribute("role", "treeitem");
    item.ariaLevel = level;
    item.style.setProperty("--level", level);
    return item;
  }

  /// Makes one item the one that the Tab key reaches.
  #hold(item) {
    if (item == null) return;
    for (const other of this.list.querySelectorAll("[tabindex='0']")) other.tabIndex = -1;
    item.tabIndex = 0;
  }

  #choose(item) {
    const group = this.groups.get(item?.dataset.key);
    if (group !== undefined) this.select(group);
  }

  #move(event) {
    const items = [...this.list.children];
    const index = items.indexOf(event.target);
    const level = Number(event.target.ariaLevel);
    const to = {
      ArrowDown: () => items[index + 1],
      ArrowUp: () => items[index - 1],
      Home: () => items[0],
      End: () => items.at(-1),
      ArrowRight: () => (Number(items[index + 1]?.ariaLevel) > level ? items[index + 1] : undefined),
      ArrowLeft: () => items.slice(0, index).findLast((item) => Number(item.ariaLevel) < level),
    }[event.key];
    if (event.key === "Enter" || event.key === " ") this.#choose(event.target);
    else if (to !== undefined) to()?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
