import StreamCore
import StreamPrimitives

/// What one thread is doing with graphs. Only its thread touches it.
///
/// Each of its parts has one job: ``Evaluation`` brings nodes up to date, ``Tracking`` finds out what closures read,
/// ``Transaction`` holds what an open batch has written, ``Releasing`` frees memory after the lock.
@usableFromInline
package final class GraphThread {
  /// The region whose lock this thread holds, or held last.
  @exclusivity(unchecked)
  @usableFromInline var region: Unmanaged<Region>

  /// The number of handlers and closures that are running, one inside another.
  @exclusivity(unchecked)
  @usableFromInline var depth = 0

  /// The innermost evaluation that is running, which is on the stack; ``idle`` if none is.
  @exclusivity(unchecked)
  @usableFromInline var evaluation: UnsafeMutablePointer<Evaluation>
  private let idle = UnsafeMutablePointer<Evaluation>.allocate(capacity: 1)

  /// The nodes that are on the way to be brought up to date, and the computations that are running, of all evaluations
  /// of this thread; where the innermost begins.
  @exclusivity(unchecked)
  var path = WorkList<PathStep>()
  @exclusivity(unchecked)
  var pathBase = 0
  @exclusivity(unchecked)
  var running = WorkList<Run>()

  /// The actor on which something has to be computed before the evaluation can continue.
  @exclusivity(unchecked)
  var neededActor: (any Actor)?

  @exclusivity(unchecked)
  var tracking = Tracking()

  /// What the outermost open batch of this thread has written.
  @exclusivity(unchecked)
  var transaction = Transaction()

  /// The regions that are locked where those of several nodes are, in the order of their addresses.
  @exclusivity(unchecked)
  var lockedRegions = WorkList<Unmanaged<Region>>()

  @exclusivity(unchecked)
  var releasing = Releasing()

  /// The nodes that an invalidation has yet to pass through, kept for its memory.
  @exclusivity(unchecked)
  var reached = WorkList<NodeRef>()

  /// Regions with queued observers, which this thread drains when it is idle.
  @exclusivity(unchecked)
  var due: ContiguousArray<Region> = []

  /// An empty list, kept for its memory.
  @exclusivity(unchecked)
  var spareRound: ContiguousArray<NodeRef> = []

  /// The identity that this thread gave last to a value that is in no node. Other identities are versions, which never
  /// get so large.
  @exclusivity(unchecked)
  private var lastPrivateIdentity: UInt64

  /// The number of times that handlers of this thread set what they are notified of, without a pause.
  @exclusivity(unchecked)
  var rounds = 0

  /// The source whose new subscriber is receiving the current value, and then what it sets meanwhile.
  @exclusivity(unchecked)
  @usableFromInline var attaching: NodeRef?

  /// The number of changes that this thread has made to sources.
  @exclusivity(unchecked)
  var changes: UInt64 = 0

  /// The region whose queue this thread drains.
  @exclusivity(unchecked)
  var drained: Unmanaged<Region>?

  /// The number of changes that this thread has made to sources of the region that it drained at that time.
  @exclusivity(unchecked)
  var drainedChanges: UInt64 = 0

  /// The answer to ``Audience/isListening(on:)``.
  @exclusivity(unchecked)
  var hasAudience = false

  /// The actor of the closure that is running, if it has one: see ``Stack/runElsewhere(_:_:)``.
  @exclusivity(unchecked)
  var actor: (any Actor)?

  /// Nodes that ask for subscribers, where those may have changed.
  @exclusivity(unchecked)
  var askers: [NodeRef] = []

  /// The region in which this thread makes nodes whose inputs are unknown.
  let nursery: Region

  /// The last part of this thread's stack.
  var stackReserve: Range<UInt>

  init() {
    let number = threadCount.add(1, ordering: .relaxed).newValue
    lastPrivateIdentity = 1 << 63 | UInt64(number) << 40
    nursery = nurseries.value[Int(number) & 15]
    region = .passUnretained(nursery)
    idle.initialize(to: Evaluation())
    evaluation = idle
    stackReserve = Stack.reserve()
  }

  deinit {
    idle.deinitialize(count: 1)
    idle.deallocate()
    releasing.freeSpareLinks()
  }

  // MARK: The thread's own

  private static let local: ThreadLocal = {
    let local = ThreadLocal(retained: true)
    keyPlusOne.store(local.number + 1, ordering: .releasing)
    return local
  }()

  /// The object of this thread. The thread keeps it, so no reference is counted.
  @usableFromInline
  static var current: Unmanaged<GraphThread> {
    let key = keyPlusOne.load(ordering: .acquiring)
    if key != 0, let place = ThreadLocal(number: key - 1).pointer { return .fromOpaque(place) }
    return makeCurrent()
  }

  private static func makeCurrent() -> Unmanaged<GraphThread> {
    let thread = Unmanaged.passRetained(GraphThread())
    local.pointer = thread.toOpaque()
    return thread
  }

  @inlinable
  package static func with<Result, Failure: Error>(
    _ body: (GraphThread) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The closure of `_withUnsafeGuaranteedRef` cannot throw a typed error.
    var result: Swift.Result<Result, Failure>?
    current._withUnsafeGuaranteedRef { thread in
      do throws(Failure) { result = .success(try body(thread)) } catch { result = .failure(error) }
    }
    return try result!.get()
  }

  /// Lends this thread the object of one that waits for it.
  static func adopt(_ thread: Unmanaged<GraphThread>?) { local.pointer = thread?.toOpaque() }

  func newPrivateIdentity() -> UInt64 {
    lastPrivateIdentity += 1
    return lastPrivateIdentity
  }

  // MARK: The lock

  @usableFromInline
  func lock(_ node: NodeRef) { region = node.lockRegion() }

  @usableFromInline
  func unlock() { region._withUnsafeGuaranteedRef { $0.unlock() } }

  /// The state of the region that is locked.
  @inlinable
  func withRegion<Result>(_ body: (inout RegionState) -> Result) -> Result {
    region._withUnsafeGuaranteedRef { $0.withLockHeld(body) }
  }

  /// The version of the last change in the region that is locked.
  @usableFromInline var version: UInt64 { withRegion { $0.version } }

  /// Whether a node is in the region that is locked. A node for which this is false may be there all the same.
  @usableFromInline
  func isHere(_ node: NodeRef) -> Bool { node.knownRegion.toOpaque() == region.toOpaque() }

  // MARK: Running code of a user

  /// Whether no code of a user runs inside of the engine on this thread, so that it may drain.
  @usableFromInline var isIdle: Bool { depth == 0 && !transaction.isOpen }

  /// Runs handlers: what they read is read now and tracked by nobody, what they set is drained after them. Called
  /// without the lock.
  @usableFromInline
  func run(_ handlers: () -> Void) {
    perform(handlers)
    if depth == 0 { rounds = 0 }
    finish()
  }

  /// The same without the draining.
  @usableFromInline
  func perform(_ handlers: () -> Void) {
    let (context, outer, before) = (tracking.suspend(), evaluation, changes)
    evaluation = idle
    depth += 1
    handlers()
    depth -= 1
    evaluation = outer
    tracking.resume(context)
    guard evaluation.pointee.isActive, changes != before else { return }
    evaluation.pointee.ownChanges &+= changes &- before
    evaluation.pointee.mustMove = true
    forgetReads()
  }

  /// Frees what is to be freed, and drains what this thread owes if it is idle. Called without the lock.
  @usableFromInline
  func finish() {
    if !releasing.isEmpty { release() }
    guard isIdle else { return }
    if !due.isEmpty {
      while let region = due.popLast() { drain(region) }
      rounds = 0
    }
    if !askers.isEmpty { tellAskers() }
  }

  // MARK: Rings

  /// So many rounds there are only where handlers set what they are notified of, for ever.
  static let mostRounds = 100_000

  /// After so many a debug build asks whether that is meant.
  static let manyRounds = 10_000

  /// Counts a round; the last one traps.
  ///
  /// - Parameter place: The beginning of a message: where what is set was made.
  /// - Parameter message: What the trap says of it.
  func noteRound(
    _ place: @autoclosure () -> String,
    _ message: @autoclosure () -> String = """
    Handlers have set what they hear a hundred thousand times in one turn: there is a ring of handlers or bindings.
    """
  ) {
    rounds += 1
    #if DEBUG
      if rounds == Self.manyRounds {
        Hints.say("\(place())Handlers have set what they hear ten thousand times in one turn: a ring?")
      }
    #endif
    guard rounds >= Self.mostRounds else { return }
    preconditionFailure("\(place())\(message())")
  }
}

/// The key, once it is there: asking a global that is made by a function takes longer than the key does.
private let keyPlusOne = Atomic<UInt>(0)

/// The number of threads that have used graphs.
private let threadCount = Atomic<UInt>(0)
