// The names of variables, for nodes that the recording calls by their types.

const types = new Set(["MutableProperty", "Property", "Command", "Subject", "BehaviorSubject", "ReplaySubject", "Signal"]);

/// Names nodes by the variables that they are assigned to, which the server reads from the source files.
export class Variables {
  /// - Parameter changed: is called when nodes have been named.
  constructor(model, changed) {
    Object.assign(this, { model, changed });
    /// The variable of each place: a promise of its name, or of `undefined`.
    this.names = new Map();
  }

  /// Names the nodes that are new.
  update() {
    const nodes = this.model.unnamed.splice(0);
    for (const [place, all] of Map.groupBy(nodes.filter(({ name }) => types.has(name)), ({ place }) => place)) this.#name(all, place);
  }

  async #name(nodes, place) {
    if (!this.names.has(place)) this.names.set(place, request(place));
    const name = await this.names.get(place);
    if (name === undefined) return;
    for (const node of nodes) node.name = name;
    this.model.structure += 1;
    this.changed();
  }
}

async function request(place) {
  try {
    const response = await fetch(`variable/${place.split("/").map(encodeURIComponent).join("/")}`);
    return response.ok ? (await response.text()) || undefined : undefined;
  } catch {
    return undefined; // The inspector has ended.
  }
}
