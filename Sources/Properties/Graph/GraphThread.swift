import StreamCore
import StreamPrimitives

/// The engine's state of one thread. One thread at a time accesses it: see `pullOnLargerStack`.
///
/// Each of its parts has one job: ``Evaluation`` brings nodes up to date, ``Tracking`` records the reads of closures,
/// ``Transaction`` holds the writes of an open batch, ``Releasing`` frees memory once no lock is held.
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

  /// The walks of all evaluations of this thread.
  @exclusivity(unchecked)
  var path = WorkList<PathStep>()

  /// The actor on which something has to be computed before the evaluation can continue.
  @exclusivity(unchecked)
  var neededActor: (any Actor)?

  @exclusivity(unchecked)
  var tracking = Tracking()

  /// Grows when this thread changes a source, writes to it in a batch, or drops such a write. If nothing depends on the
  /// source, it may stay the same.
  ///
  /// Afterwards its running closures capture their inputs again, and its evaluations move.
  @exclusivity(unchecked)
  @usableFromInline var changes: UInt64 = 1

  /// The writes of this thread's outermost open batch.
  @exclusivity(unchecked)
  @usableFromInline var transaction = Transaction()

  /// The regions that `lockRegions` has locked, in the order of their addresses.
  @exclusivity(unchecked)
  var lockedRegions: ContiguousArray<Unmanaged<Region>> = []

  @exclusivity(unchecked)
  var releasing = Releasing()

  /// The nodes whose dependents `forEachDependent` has yet to visit. It is a field, so that its memory is reused.
  @exclusivity(unchecked)
  var reached = WorkList<NodeRef>()

  /// Regions with queued observers, which this thread drains when it is idle.
  @exclusivity(unchecked)
  var due: ContiguousArray<Region> = []

  /// The observers that the drain of this thread has yet to notify, the next one last.
  @exclusivity(unchecked)
  var round: ContiguousArray<NodeRef> = []

  /// The last identity that this thread gave to a value outside of a node. Versions are smaller.
  @exclusivity(unchecked)
  private var lastPrivateIdentity: UInt64

  /// The number of consecutive rounds in which handlers of this thread have caused the next one.
  @exclusivity(unchecked)
  var rounds = 0

  /// The source whose new subscriber is receiving the current value. If that handler sets the source, it is called
  /// again.
  @exclusivity(unchecked)
  @usableFromInline var attaching: NodeRef?

  /// Whether the last recorded computation has replaced a value by one that is known to be the same.
  @exclusivity(unchecked)
  @usableFromInline var hasSameResult = false

  /// The answer to ``Audience/isListening(on:)``.
  @exclusivity(unchecked)
  var hasAudience = false

  /// The actor of the closure that is running, if it has one: see `pullOnLargerStack`.
  @exclusivity(unchecked)
  var actor: (any Actor)?

  /// Nodes with `asksForWatchers` that have lost their last dependent, or whose subscribers may have changed.
  @exclusivity(unchecked)
  var askers: [NodeRef] = []

  /// Whether a call of `notifyAskers` is running on this thread.
  @exclusivity(unchecked)
  var isNotifyingAskers = false

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
    stackReserve = Self.reserveOfStack()
  }

  deinit {
    idle.deinitialize(count: 1)
    idle.deallocate()
    releasing.freeSpareLinks()
  }

  // MARK: The object of a thread

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
  package static func with<Result>(_ body: (GraphThread) -> Result) -> Result {
    current._withUnsafeGuaranteedRef(body)
  }

  /// Makes this thread use the object of a thread that waits for it.
  static func adopt(_ thread: Unmanaged<GraphThread>?) { local.pointer = thread?.toOpaque() }

  @usableFromInline
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

  /// Whether a node is known to be in the locked region. It may be there although this is `false`: see `knownRegion`.
  @usableFromInline
  func isHere(_ node: NodeRef) -> Bool { node.knownRegion.toOpaque() == region.toOpaque() }

  // MARK: Running user code

  /// Whether this thread may drain: it runs no user code inside the engine, and has no open batch.
  @usableFromInline var isIdle: Bool { depth == 0 && !transaction.isOpen }

  /// Runs handlers without tracking, and then drains their changes if the thread is idle. Called without the lock.
  @usableFromInline
  func runAndDrain(_ handlers: () -> Void) {
    runHandlers(handlers)
    if depth == 0 { rounds = 0 }
    finish()
  }

  /// Runs handlers without tracking. The caller drains their changes.
  @usableFromInline
  func runHandlers(_ handlers: () -> Void) {
    let context = tracking.suspend()
    depth += 1
    handlers()
    depth -= 1
    tracking.context = context
  }

  /// Suspends dependency tracking while `body` releases values, because a `deinit` may run user code.
  ///
  /// Called without the lock.
  @usableFromInline
  func withoutTracking(_ body: () -> Void) {
    let context = tracking.suspend()
    body()
    tracking.context = context
  }

  /// Releases pending memory, and drains the regions in `due` if the thread is idle. Called without the lock.
  @usableFromInline
  func finish() {
    if !releasing.isEmpty { release() }
    guard isIdle else { return }
    if !due.isEmpty {
      while let region = due.popLast() { drain(region) }
      rounds = 0
    }
    if !askers.isEmpty { notifyAskers() }
  }

  // MARK: Cycles

  /// The limit of rounds: only handlers that set their own inputs endlessly reach it.
  static let mostRounds = 100_000

  /// The number of rounds after which a debug build prints a hint.
  static let manyRounds = 10_000

  /// Counts a round, and traps at the limit.
  ///
  /// - Parameter place: The beginning of a message: the call site of the property that is set.
  /// - Parameter message: The rest of the trap's message.
  func countRound(
    _ place: @autoclosure () -> String,
    _ message: @autoclosure () -> String = """
    Handlers have set their own inputs a hundred thousand times without a pause: handlers or bindings form a cycle. \
    Set a property only if its value differs.
    """
  ) {
    rounds += 1
    #if DEBUG
      if rounds == Self.manyRounds {
        Hints.say(
          """
          \(place())Handlers have set their own inputs ten thousand times without a pause. If that is a cycle, set a \
          property only if its value differs.
          """)
      }
    #endif
    guard rounds >= Self.mostRounds else { return }
    fatalError("\(place())\(message())")
  }
}

/// The key plus one; 0 until it exists. Access to a lazily initialised global takes longer than to the key.
private let keyPlusOne = Atomic<UInt>(0)

/// The number of threads that have used graphs.
private let threadCount = Atomic<UInt>(0)
