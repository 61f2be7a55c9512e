import Rill

/// The history of a document. Edits without a pause between them are undone in one step.
@MainActor
final class TypingHistory<Document: Equatable & Sendable> {
  private let document: MutableProperty<Document>
  private let limit: Int
  @Observed private var past: [Document] = []
  @Observed private var future: [Document] = []

  /// The document as of the last step.
  @Observed private var settled: Document

  private(set) lazy var undo = Command(self, enabledIf: Property($past, isTouched) { !$0.isEmpty || $1 }) { (history) in
    history.step()
    guard let before = history.past.popLast() else { return }
    history.future.append(history.settled)
    history.go(to: before)
  }

  private(set) lazy var redo = Command(self, enabledIf: Property($future, isTouched) { !$0.isEmpty && !$1 }) {
    (history) in
    guard let after = history.future.popLast() else { return }
    history.past.append(history.settled)
    history.go(to: after)
  }

  private lazy var isTouched = Property($settled, document) { $0 != $1 }

  init(
    of document: MutableProperty<Document>, limit: Int = 100, rest: Duration = .milliseconds(500),
    on scheduler: some Scheduler = .main
  ) {
    (self.document, self.limit, settled) = (document, limit, document.value)
    document.debounce(for: rest, on: scheduler).subscribe(with: self) { history, _ in history.step() }
  }

  private func step() {
    guard document.value != settled else { return }
    past = (past + [settled]).suffix(limit)
    future = []
    settled = document.value
  }

  private func go(to state: Document) {
    batch { (settled, document.value) = (state, state) }
  }
}
