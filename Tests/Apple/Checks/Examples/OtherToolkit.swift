import Rill

/// A text field of any toolkit: it says when its text has changed, and has all the rest.
@MainActor final class OtherField: EditableControl {
  let changed = Subject<Void, Never>()
  var edits: Signal<Void, Never> { changed.signal }

  /// The toolkit calls `changed.send()` when the text has changed; it may do so when the program sets it, too.
  var text = ""
}
