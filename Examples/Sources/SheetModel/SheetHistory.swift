import Rill
import Synchronization

/// A history of the edits of a sheet, from any thread.
public final class SheetHistory: Sendable {
  private struct Edits {
    /// The edits to restore, the last at the end.
    var past: [[Place: String]] = []
    var future: [[Place: String]] = []
  }

  private let sheet: Sheet
  private let edits = Mutex(Edits())

  public init(of sheet: Sheet) { self.sheet = sheet }

  /// Puts texts into cells, in one step.
  public func edit(_ texts: [Place: String]) {
    // As in the sheet: locked inside of the batch, and observers are notified outside of the lock.
    batch {
      edits.withLock { edits in
        edits.past.append(sheet.set(texts))
        edits.future = []
      }
    }
  }

  /// Takes the last edit back; returns whether there was one.
  public func undo() -> Bool { step(from: \.past, to: \.future) }

  /// Makes the edit again that was taken back last; returns whether there was one.
  public func redo() -> Bool { step(from: \.future, to: \.past) }

  private func step(
    from: WritableKeyPath<Edits, [[Place: String]]>, to: WritableKeyPath<Edits, [[Place: String]]>
  ) -> Bool {
    batch {
      edits.withLock { edits in
        guard let texts = edits[keyPath: from].popLast() else { return false }
        edits[keyPath: to].append(sheet.set(texts))
        return true
      }
    }
  }
}
