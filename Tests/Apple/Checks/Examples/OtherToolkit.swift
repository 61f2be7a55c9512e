import Rill

/// A text field of any toolkit. It sends when its text has changed; `EditableControl` adds the other methods.
@MainActor final class OtherField: EditableControl {
  let changed = Subject<Void, Never>()
  var edits: Signal<Void, Never> { changed.signal }

  /// The toolkit calls `changed.send()` when the text has changed, even if the program has set it.
  var text = ""
}
