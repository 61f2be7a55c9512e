#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What is going on on one thread: a change being told, a batch, or both.
///
/// The observers of a source are told first. What they set in turn is told at once, and the derived properties that any of it has changed wait until all
/// of it is set; then they are brought up to date, the nearer to the sources the sooner, each once.
final class Turn {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failed = pthread_key_create(&key, nil)
    precondition(failed == 0, "No thread-specific key is left (error \(failed)).")
    return key
  }()

  /// The turn of this thread, if it is anybody's.
  static var current: Turn? {
    guard let place = pthread_getspecific(key) else { return nil }
    return Unmanaged<Turn>.fromOpaque(place).takeUnretainedValue()
  }

  /// The batch whose body is running.
  var batch: Batch?

  /// What is being asked of the property that is read next.
  var probe: Probe?
  private var isTelling = false
  private var waiting: [any Dependent] = []

  /// Runs `body` with a turn, the one that there is or one of its own.
  static func with<Result, Failure: Error>(_ body: (Turn) throws(Failure) -> Result) throws(Failure) -> Result {
    if let current { return try body(current) }
    let turn = Turn()
    pthread_setspecific(key, Unmanaged.passUnretained(turn).toOpaque())
    defer {
      pthread_setspecific(key, nil)
      withExtendedLifetime(turn) {}
    }
    return try body(turn)
  }

  /// Tells observers of sources, by `deliver`, and then the derived properties that depend on them.
  static func tell(_ dependents: [Dependency], _ deliver: () -> Void) {
    // Inside a turn that is telling already, `deliver` may change what waits there.
    guard !dependents.isEmpty else { return deliver() }
    with { $0.tell(dependents, deliver) }
  }

  private func tell(_ dependents: [Dependency], _ deliver: () -> Void) {
    for dependent in dependents where !waiting.contains(where: { $0 === dependent.node }) {
      waiting.append(dependent.node)
    }
    guard !isTelling else { return deliver() }
    isTelling = true
    deliver()
    while let lowest = waiting.indices.min(by: { waiting[$0].height < waiting[$1].height }) {
      waiting.remove(at: lowest).refresh()
    }
    isTelling = false
  }
}
