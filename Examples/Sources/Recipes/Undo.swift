import Rill

/// The history of a document. A pause ends a step.
@MainActor
final class TypingHistory<Document: Equatable & Sendable> {
  private let document: MutableProperty<Document>

  /// The document as of the last step.
  private let settled: MutableProperty<Document>
  private let history: History

  private lazy var canUndo = Property { [document, settled, history] in
    history.canUndo.value || settled.value != document.value
  }
  private lazy var canRedo = Property { [document, settled, history] in
    history.canRedo.value && settled.value == document.value
  }

  private(set) lazy var undo = Command(self, enabledIf: canUndo) { typing in
    typing.settle()
    typing.go { $0.undo() }
  }

  private(set) lazy var redo = Command(self, enabledIf: canRedo) { typing in typing.go { $0.redo() } }

  init(
    of document: MutableProperty<Document>, limit: Int = 100, rest: Duration = .milliseconds(500),
    on scheduler: some Scheduler = .main
  ) {
    self.document = document
    settled = MutableProperty(document.value)
    history = History(of: settled, limit: limit)
    document.debounce(for: rest, on: scheduler).subscribe(with: self) { typing, _ in typing.settle() }
  }

  private func settle() {
    guard document.value != settled.value else { return }
    history.step { settled.value = document.value }
  }

  private func go(_ move: (History) -> Bool) {
    batch {
      if move(history) { document.value = settled.value }
    }
  }
}
