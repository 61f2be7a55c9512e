import StreamPrimitives

/// Warnings of debug builds, on standard error, about code that most likely has a mistake.
///
/// Each hint names a place in the code, and is printed once for that place. Release builds print none.
public enum Hints {
  private struct State {
    var isEnabled = true
    var said: Set<String> = []
  }

  private static let state = Lock(State())

  /// Whether hints are printed. It is `true` unless the program sets it to `false`.
  public static var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// The hints that were printed so far.
  package static var said: Set<String> { state.withLock { $0.said } }

  /// Prints a hint, unless it was printed before.
  @usableFromInline
  package static func say(_ hint: String) {
    let isNew = state.withLock { $0.isEnabled && $0.said.insert(hint).inserted }
    guard isNew else { return }
    writeToStandardError("Rill: \(hint)\n")
  }
}
