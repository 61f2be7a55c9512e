import StreamPrimitives

/// What a debug build says on standard error about code that most likely does not do what was meant.
///
/// Each hint names a place in the code, and is said once for that place. Release builds say nothing.
public enum Hints {
  private struct State {
    var areOn = true
    var said: Set<String> = []
  }

  private static let state = Lock(State())

  /// Whether hints are said; they are unless this is set to `false`.
  public static var areOn: Bool {
    get { state.withLock { $0.areOn } }
    set { state.withLock { $0.areOn = newValue } }
  }

  /// The hints that were said so far.
  package static var said: Set<String> { state.withLock { $0.said } }

  /// Says a hint, unless it has been said before.
  package static func say(_ hint: String) {
    let isNew = state.withLock { $0.areOn && $0.said.insert(hint).inserted }
    guard isNew else { return }
    writeToStandardError("Rill: \(hint)\n")
  }
}
