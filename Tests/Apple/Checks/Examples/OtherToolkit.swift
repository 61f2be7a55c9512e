import Rill

/// A text field of any toolkit: it sends when its text has changed, and gets the rest by conforming.
@MainActor final class OtherField: EditableControl {
  let changed = Subject<Void, Never>()
  var edits: Signal<Void, Never> { changed.signal }

  /// The toolkit calls `changed.send()` when the text has changed, even if the program has set it.
  var text = ""
}
