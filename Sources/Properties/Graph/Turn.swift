import StreamCore
import StreamPrimitives

/// What one thread is doing with graphs: the region it has locked, the closures it is running, and who is to be told
/// when they are through.
///
/// Only its thread touches it. A turn begins when the thread sets or reads something and is over when nothing of the
/// library runs on it any more; then the observers that wait are told, the nearer to the sources the sooner. What their
/// handlers set is part of the same turn.
@usableFromInline
package final class Turn {
  /// The region whose lock this thread holds, or held last.
  @exclusivity(unchecked)
  @usableFromInline var region: Unmanaged<Region>

  /// How many handlers and closures are running, one inside another; and which batch is open, if not 0.
  @exclusivity(unchecked)
  @usableFromInline var depth = 0
  @exclusivity(unchecked)
  @usableFromInline var batch: UInt32 = 0

  /// The place that batches of this thread take, and the last batch of another thread that one of them has met.
  var batchPlace = Turn.nextBatchPlace()
  var lastOverlapping: UInt32 = 0
  /// Observers that wait, and sources whose observers wait for the end of the batch.
  @exclusivity(unchecked)
  @usableFromInline var queue = HeightQueue()
  @exclusivity(unchecked)
  @usableFromInline var held: [HeldSource] = []

  /// The path that is being validated, and what is being marked: places to work in, kept.
  @exclusivity(unchecked)
  var path = WorkList<PathStep>()
  @exclusivity(unchecked)
  var marked = WorkList<NodeRef>()
  @exclusivity(unchecked)
  var pathBase = 0

  /// How many marks closures that are running have made.
  @exclusivity(unchecked)
  var marksInside = 0
  @exclusivity(unchecked)
  var dying = WorkList<NodeRef>()

  /// Whether other threads have changed something that is being validated.
  @exclusivity(unchecked)
  @usableFromInline var isDisturbed = false

  /// The actor on which something has to be computed before what is being validated can be.
  @exclusivity(unchecked)
  var neededActor: (any Actor)?

  /// The actor of the closure that is running, if it belongs to one: see ``Stack/goOnElsewhere(_:_:)``.
  @exclusivity(unchecked)
  var actor: (any Actor)?

  /// The computations that this thread is running.
  @exclusivity(unchecked)
  var running = WorkList<Run>()

  /// How many changes of edges and computed values this thread has counted itself.
  @exclusivity(unchecked)
  var ownStamps: UInt64 = 0

  /// What running closures have read; see ``Reads``.
  @exclusivity(unchecked)
  var reads = Reads()

  /// A place to work in for ``finishTracking(_:)``, kept.
  @exclusivity(unchecked)
  var readOrder = WorkList<Int>()

  /// Links that are used again: where dependencies change with every value, they would be allocated with every value.
  @exclusivity(unchecked)
  var spareLinks = WorkList<LinkRef>()

  /// What is to be released when the lock is free.
  @exclusivity(unchecked)
  var deadNodes = WorkList<NodeRef>()
  @exclusivity(unchecked)
  var droppedChoices = WorkList<NodeRef>()
  @exclusivity(unchecked)
  var discarded: [AnyObject] = []

  /// Nodes that want to know whether anybody watches, where that may have changed.
  @exclusivity(unchecked)
  var askers: [NodeRef] = []
  @exclusivity(unchecked)
  private var isReleasing = false

  /// What bindings have left to be passed on; see ``pass(_:orLater:)``.
  @exclusivity(unchecked)
  private var passDepth = 0
  @exclusivity(unchecked)
  private var passes = Queue<() -> Void>()

  /// What is being asked of the property that is read next.
  var probe: Probe?

  /// The effect whose body is running: what is made in it ends with it.
  @exclusivity(unchecked)
  var effect: Unmanaged<EffectRun>?
  @exclusivity(unchecked)
  var effectNode: NodeRef?

  /// What is left of the budget in which observers are told, in this turn, because of what other threads did; and how
  /// many rounds it has had: see ``noteRound(_:)``.
  @exclusivity(unchecked)
  var budget = Turn.wholeBudget
  @exclusivity(unchecked)
  var rounds = 0

  private static var wholeBudget: Budget<ThreadClock> { Budget(ThreadClock(), limit: 64, time: .threadBudget) }

  /// The source whose new subscriber is being told the current value, and then what it sets meanwhile.
  @exclusivity(unchecked)
  @usableFromInline var attaching: NodeRef?

  /// Where graphs of closures begin whose inputs are not known yet.
  let nursery = Region(RegionState())

  /// The last part of this thread's stack.
  var stackReserve: Range<UInt>

  init() {
    region = .passUnretained(nursery)
    stackReserve = Stack.reserve()
  }

  deinit {
    while !spareLinks.isEmpty { spareLinks.removeLast().deallocate() }
  }

  // MARK: The thread's own

  private static let local: ThreadLocal = {
    let local = ThreadLocal(retained: true)
    keyPlusOne.store(local.number + 1, ordering: .releasing)
    return local
  }()

  /// The turn of this thread. The thread keeps it, so no reference is counted.
  @usableFromInline
  static var current: Unmanaged<Turn> {
    let key = keyPlusOne.load(ordering: .acquiring)
    if key != 0, let place = ThreadLocal(number: key - 1).pointer { return Unmanaged<Turn>.fromOpaque(place) }
    return makeCurrent()
  }

  private static func makeCurrent() -> Unmanaged<Turn> {
    let turn = Unmanaged.passRetained(Turn())
    local.pointer = turn.toOpaque()
    return turn
  }

  @inlinable
  package static func with<Result, Failure: Error>(_ body: (Turn) throws(Failure) -> Result) throws(Failure) -> Result {
    // The closure of `_withUnsafeGuaranteedRef` cannot throw what it is told to, so the reference is taken by hand.
    var result: Swift.Result<Result, Failure>?
    current._withUnsafeGuaranteedRef { turn in
      do throws(Failure) { result = .success(try body(turn)) } catch { result = .failure(error) }
    }
    return try result!.get()
  }

  /// Lends this thread the turn of one that waits for it.
  static func adopt(_ turn: Unmanaged<Turn>?) { local.pointer = turn?.toOpaque() }

  // MARK: The lock

  @usableFromInline
  func lock(_ node: NodeRef) { region = node.lockRegion() }

  @usableFromInline
  func unlock() { region._withUnsafeGuaranteedRef { $0.unlock() } }

  var stamp: UInt64 { region._withUnsafeGuaranteedRef { $0.withLockHeld { $0.stamp } } }

  /// Counts a change, and returns its number.
  @usableFromInline
  @discardableResult
  func countStamp() -> UInt64 {
    region._withUnsafeGuaranteedRef {
      $0.withLockHeld { state in
        state.stamp &+= 1
        return state.stamp
      }
    }
  }

  /// Counts a change that this thread makes while it validates, which what it validates need not begin anew for.
  func countOwnStamp() {
    countStamp()
    ownStamps &+= 1
  }

  // MARK: Telling

  /// Whether nothing of the library runs on this thread, so that it can tell who waits.
  var isIdle: Bool { depth == 0 && batch == 0 }

  /// Runs handlers, which are one turn; then tells who waits.
  @usableFromInline
  func run(_ handlers: () -> Void) {
    let isTracking = suspendTracking()
    depth += 1
    handlers()
    depth -= 1
    if depth == 0 { rounds = 0 }
    resumeTracking(isTracking)
    finish()
  }

  /// Releases what has to be, and tells who waits if nothing else runs. Called without the lock.
  @usableFromInline
  func finish() {
    if !deadNodes.isEmpty || !droppedChoices.isEmpty { releaseDead() }
    guard isIdle else { return }
    if !queue.isEmpty { flush() } else if !askers.isEmpty { tellAskers() }
  }

  func flush() {
    depth += 1
    finishPasses()
    var isLocked = false
    var waiting = queue.count
    while let observer = queue.popLowest() {
      if !isLocked || !isHere(observer) {
        if isLocked { unlock() }
        lock(observer)
        isLocked = true
      }
      let callSite = saysPlace ? observer.pointee.firstInput?.pointee.input.callSitePrefix : nil
      take(observer)
      if !passes.isEmpty || !deadNodes.isEmpty {
        unlock()
        isLocked = false
        if !deadNodes.isEmpty { releaseDead() }
        finishPasses()
      }
      waiting -= 1
      if waiting <= 0 {
        noteRound(callSite)
        waiting = queue.count
      }
    }
    if isLocked { unlock() }
    if budget.taken > 0 { budget = Self.wholeBudget }
    rounds = 0
    depth -= 1
    if !askers.isEmpty, isIdle { tellAskers() }
  }

  /// Releases nodes and what owners kept, one after another: what is released may be what held the next.
  func releaseDead() {
    guard !isReleasing else { return }
    isReleasing = true
    depth += 1
    while true {
      if !deadNodes.isEmpty {
        deadNodes.removeLast().destroy(self)
      } else if !droppedChoices.isEmpty {
        finishDropping(droppedChoices.removeLast())
      } else if !discarded.isEmpty {
        _ = discarded.removeLast()
      } else {
        break
      }
    }
    depth -= 1
    isReleasing = false
    if isIdle, !queue.isEmpty { flush() }
  }

  func finishReleasing() {
    if !deadNodes.isEmpty || !discarded.isEmpty || !droppedChoices.isEmpty { releaseDead() }
    finish()
  }

  /// Releases an object, later, that may be all that holds the next of a long chain.
  func discard(_ object: inout AnyObject?) {
    guard let kept = object.take() else { return }
    discarded.append(kept)
  }

  // MARK: Those who set

  /// In one turn there are not so many rounds, in each of which all who wait are told, unless handlers set what they
  /// hear, for ever.
  static let mostRounds = 100_000

  /// After so many a debug build asks whether that is meant.
  static let manyRounds = 10_000

  /// Whether the next round says something, for which it has to know a place.
  var saysPlace: Bool { rounds == Self.mostRounds - 1 || rounds == Self.manyRounds - 1 }

  /// Takes note that a handler has set what it hears, or that all who waited were told.
  ///
  /// - Parameter callSite: the beginning of what the last round says: where what they hear was made.
  @usableFromInline
  func noteRound(_ callSite: String? = nil) {
    rounds += 1
    #if DEBUG
      if rounds == Self.manyRounds {
        Hints.say("\(callSite ?? "")Handlers have set what they hear ten thousand times in one turn: a ring?")
      }
    #endif
    precondition(
      rounds < Self.mostRounds,
      """
      \(callSite ?? "")Handlers have set what they hear a hundred thousand times in one turn: there is a ring of \
      handlers or bindings.
      """)
  }

  /// Lets a thread go first that computes what others keep setting: for some hundred short naps at most, and not where
  /// it may be this one that it waits for. Called, and left, with the lock held.
  @usableFromInline
  func giveWay(_ node: NodeRef) {
    if isSomebodyStarving, isIdle { nap(node) }
  }

  private var isSomebodyStarving: Bool {
    region._withUnsafeGuaranteedRef { $0.withLockHeld { $0.starving } } > 0
  }

  private func nap(_ node: NodeRef) {
    for _ in 0..<100 where isSomebodyStarving {
      unlock()
      StreamPrimitives.nap()
      lock(node)
    }
  }

  // MARK: Bindings

  /// From here on a change is left rather than passed on at once. So deep in a chain of bindings a debug build has used
  /// less than a tenth of half a megabyte.
  private static let deepestPass = 32

  /// Passes a change on to the other end of a binding: `now`, or `later` where many are passing one on already.
  ///
  /// Who sets the first of a chain of bound properties finds the last one set when that returns, so passing on is
  /// recursion. Where it has gone deep enough, what is to be passed on is left in a queue, which the outermost empties
  /// before it returns. While something is in the queue nothing overtakes it, so each end hears of changes in the order
  /// in which they were made.
  @usableFromInline
  package static func pass(_ now: () -> Void, orLater later: () -> () -> Void) {
    current._withUnsafeGuaranteedRef { turn in
      guard turn.passDepth < deepestPass, turn.passes.isEmpty else { return turn.passes.append(later()) }
      turn.passDepth += 1
      now()
      if turn.passDepth == 1 { turn.finishPasses() }
      turn.passDepth -= 1
    }
  }

  private func finishPasses() {
    guard !passes.isEmpty else { return }
    while let next = passes.popFirst() { next() }
  }
}

/// The key, once it is there: asking a global that is made by a function takes longer than the key does.
private let keyPlusOne = Atomic<UInt>(0)

/// Gives up one of the places that keep the observers of a source waiting; with the last comes what tells them.
@usableFromInline typealias HeldSource = (Turn) -> (() -> Void)?
