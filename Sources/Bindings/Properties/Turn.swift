#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import StreamCore

/// What is going on on one thread: a change being told, a batch, or both.
///
/// The observers of a source are told first. What they set in turn is told at once, and the derived properties that any of it has changed wait until all
/// of it is set; then they are brought up to date, the nearer to the sources the sooner, each once.
///
/// A thread makes one, when it first needs it, and keeps it until it is over: most turns are a property that is set, and to make one takes longer than that.
@usableFromInline
final class Turn {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let failed = pthread_key_create(&key) { Turn.threadEnded($0) }
    precondition(failed == 0, "No thread-specific key is left (error \(failed)).")
    return key
  }()

  private static func threadEnded(_ place: UnsafeMutableRawPointer?) {
    if let place { Unmanaged<Turn>.fromOpaque(place).release() }
  }

  /// The turn of this thread, if it ever had one.
  static var current: Turn? {
    guard let place = pthread_getspecific(key) else { return nil }
    return Unmanaged<Turn>.fromOpaque(place).takeUnretainedValue()
  }

  /// The batch whose body is running.
  var batch: Batch?

  /// What is being asked of the property that is read next.
  var probe: Probe?

  /// What takes note of the properties that are read.
  var reads: Reads?
  @exclusivity(unchecked)
  private var isTelling = false
  @exclusivity(unchecked)
  private var waiting: [Dependency] = []

  /// How many bindings are passing a change on, one inside another; and what they have left, to be passed on when they are through.
  @exclusivity(unchecked)
  private var depth = 0
  @exclusivity(unchecked)
  private var passes = Queue<() -> Void>()

  /// From here on a change is left rather than passed on at once. So deep in a chain of bindings a debug build has used less than a tenth of half a megabyte.
  private static let deepest = 32

  /// Runs `body` with the turn of this thread.
  static func with<Result, Failure: Error>(_ body: (Turn) throws(Failure) -> Result) throws(Failure) -> Result {
    try body(current ?? make())
  }

  private static func make() -> Turn {
    let turn = Turn()
    pthread_setspecific(key, Unmanaged.passRetained(turn).toOpaque())
    return turn
  }

  /// Tells observers of sources, by `deliver`, and then the derived properties that depend on them.
  @usableFromInline
  static func tell(_ dependents: [Dependency], _ deliver: () -> Void) {
    // Inside a turn that is telling already, `deliver` may change what waits there.
    guard !dependents.isEmpty else { return deliver() }
    (current ?? make()).tell(dependents, deliver)
  }

  /// The same as part of this turn, also if nothing depends on the sources but on what their observers will set.
  func tell(_ dependents: [Dependency], _ deliver: () -> Void) {
    if dependents.count == 1, waiting.isEmpty {
      waiting.append(dependents[0])
      return tellAndRefresh(deliver)
    }
    for dependent in dependents where !waiting.contains(where: { $0.node === dependent.node }) {
      waiting.append(dependent)
    }
    tellAndRefresh(deliver)
  }

  private func tellAndRefresh(_ deliver: () -> Void) {
    guard !isTelling else { return deliver() }
    isTelling = true
    deliver()
    finishPasses()
    while let next = popLowest() {
      next.refresh()
      finishPasses()
    }
    isTelling = false
  }

  /// Passes a change on to the other end of a binding: `now`, or `later` where many are passing one on already.
  ///
  /// Who sets the first of a chain of bound properties finds the last one set when that returns, so passing on is recursion. Where it has gone deep enough, what is
  /// to be passed on is left in a queue, which the outermost empties before it returns, and a turn before it looks at what is derived. While something is in
  /// the queue nothing overtakes it, so each end hears of changes in the order in which they were made.
  @usableFromInline
  static func pass(_ now: () -> Void, orLater later: () -> () -> Void) {
    guard let place = pthread_getspecific(key) else {
      _ = make()
      return pass(now, orLater: later)
    }
    // The thread keeps it, so no reference is counted.
    Unmanaged<Turn>.fromOpaque(place)._withUnsafeGuaranteedRef { turn in
      guard turn.depth < deepest, turn.passes.isEmpty else { return turn.passes.append(later()) }
      turn.depth += 1
      now()
      if turn.depth == 1 { turn.finishPasses() }
      turn.depth -= 1
    }
  }

  private func finishPasses() {
    guard !passes.isEmpty else { return }
    while let next = passes.popFirst() { next() }
  }

  /// Takes the derived property that is nearest to the sources; of several, the one that came first.
  private func popLowest() -> Dependency? {
    guard waiting.count > 1 else { return waiting.popLast() }
    var lowest = 0
    for index in waiting.indices where waiting[index].height < waiting[lowest].height { lowest = index }
    return waiting.remove(at: lowest)
  }
}
