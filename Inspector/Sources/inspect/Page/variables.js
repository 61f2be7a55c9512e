// Names for nodes that have only the name of their type in the recording.

const types = new Set(["MutableProperty", "Property", "Command", "Subject", "BehaviorSubject", "ReplaySubject", "Signal"]);

/// Names nodes after the variables that they are assigned to. The server finds these in the source files.
export class Variables {
  /// - Parameter changed: is called after nodes got names.
  constructor(model, changed) {
    Object.assign(this, { model, changed });
    /// For each place, a promise of the variable's name, or of `undefined`.
    this.names = new Map();
  }

  /// Names the new nodes.
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
