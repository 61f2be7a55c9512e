// Which nodes and events are shown: by kind, by file, and by thread.

export const fileOf = (place) => (place === undefined ? "" : place.slice(0, place.lastIndexOf(":")));

export class Filter {
  constructor(model) {
    this.model = model;
    this.clear();
  }

  clear() {
    /// The kinds that are hidden.
    this.hidden = new Set();
    /// The file and the thread that are shown. An empty text shows all.
    this.file = "";
    this.thread = "";
  }

  /// A text that changes with the filter.
  get key() { return `${[...this.hidden].join()}|${this.file}|${this.thread}`; }

  get isOn() { return this.hidden.size > 0 || this.file !== "" || this.thread !== ""; }

  shows(node) {
    if (this.hidden.has(node.kind)) return false;
    if (this.file !== "" && fileOf(this.model.placeOf(node)) !== this.file) return false;
    return this.thread === "" || node.events.some((event) => this.showsEvent(event));
  }

  showsEvent({ thread }) { return this.thread === "" || String(thread) === this.thread; }

  /// The files and threads of the recording.
  get choices() {
    const files = new Set([...this.model.places].map(fileOf));
    return { files: [...files].sort(), threads: [...this.model.threads].sort((one, other) => one - other) };
  }
}
