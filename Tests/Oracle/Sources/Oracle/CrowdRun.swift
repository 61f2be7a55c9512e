import Foundation
import Rill
import Synchronization

/// One run of a crowd.
final class CrowdRun: Sendable {
  /// The setter's number in a tag. Threads begin at 1.
  static let handlers = 15
  static let rolledBack = 14

  struct Thrown: Error {}

  /// Whether this thread is in a batch, so that handlers may see a part of it.
  @TaskLocal static var isInBatch = false

  private let crowd: Crowd
  private let wanted: Set<CrowdFault>
  private let sources: [MutableProperty<Value>]
  private let nodes: [CrowdNode]
  private let properties: [Property<Value>]
  private let connection: Property<Int>?
  private let bound: MutableProperty<Value>
  private let watchers = Locked<[Watcher]>([])
  private let faults = Locked<[String]>([])
  private let draining = Atomic(0)
  private let handlerTags = Atomic(0)
  private let twins = Atomic(1)
  private let counts = Atomic(1)
  private let fuel: Atomic<Int>

  init(_ crowd: Crowd, wanted: Set<CrowdFault>) {
    self.crowd = crowd
    self.wanted = wanted
    fuel = Atomic(crowd.threads.reduce(0) { $0 + $1.count })
    let sources = (0..<Crowd.Source.all).map { MutableProperty(Value(source: $0, tag: 1)) }
    connection = crowd.isConnected ? Property(combining: sources) { $0.count } : nil
    bound = MutableProperty(Value(source: Crowd.Source.free, tag: 1))
    bound <~> sources[Crowd.Source.free]
    var nodes = sources.indices.map { CrowdNode(source: $0) }
    var properties = sources.map(\.property)
    for spec in crowd.nodes {
      let inputs = spec.inputs.map { $0 % nodes.count }
      properties.append(spec.property(of: inputs.map { properties[$0] }, sources, yields: true))
      nodes.append(CrowdNode(spec, inputs.map { nodes[$0] }))
    }
    (self.sources, self.nodes, self.properties) = (sources, nodes, properties)
  }

  func report(_ fault: CrowdFault, _ what: @autoclosure () -> String) {
    guard wanted.contains(fault) else { return }
    let text = "\(fault): \(what())"
    faults.withLock { if $0.count < 5 { $0.append(text) } }
  }

  private var hasFailed: Bool { faults.withLock { !$0.isEmpty } }

  // MARK: Threads

  /// Runs all threads to their ends, and returns the faults.
  func run() -> [String] {
    for spec in crowd.watchers { observe(spec, mayBePartial: false) }
    let (ready, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let go = DispatchSemaphore(value: 0)
    for (index, deeds) in crowd.threads.enumerated() {
      Thread.detachNewThread { [self] in
        ready.signal()
        go.wait()
        var doer = Doer(self, thread: index + 1)
        for deed in deeds where !hasFailed { doer.perform(deed) }
        over.signal()
      }
    }
    for _ in crowd.threads { ready.wait() }
    for _ in crowd.threads { go.signal() }
    for _ in crowd.threads { over.wait() }
    finish()
    return faults.withLock { $0 }
  }

  /// Compares with the model when all threads have ended. Handlers that were handed over may still run.
  private func finish() {
    // Handlers that still run may create and dispose observers.
    var all: [Watcher] { watchers.withLock { $0 }.filter { !$0.isDisposed.load(ordering: .acquiring) } }
    let tags = currentTags()
    let deadline = ContinuousClock.now + .seconds(60)
    while !hasFailed {
      let late = all.first { $0.received.withLock { $0.last } != $0.expected(currentTags()) }
      guard late != nil || !areBoundEndsEqual || !areCounted else { break }
      if ContinuousClock.now > deadline {
        if late != nil || !areBoundEndsEqual { reportLost(late) }
        break
      }
      letQueuedWorkRun()
    }
    checkNodes(tags)
    for watcher in all { watcher.handle.withLock { $0 }?.dispose() }
  }

  private var areBoundEndsEqual: Bool {
    bound.value.tags[Crowd.Source.free] == sources[Crowd.Source.free].value.tags[Crowd.Source.free]
  }

  /// Whether every call of `modify` is visible. It is counted first, so a running one is not visible yet.
  private var areCounted: Bool {
    let (twins, counts) = (twins.load(ordering: .acquiring), counts.load(ordering: .acquiring))
    let tags = currentTags()
    return tags[Crowd.Source.twins.0] == twins && tags[2] == tags[3] && tags[Crowd.Source.count] == counts
  }

  private func reportLost(_ late: Watcher?) {
    guard let late else { return report(.lost, "the bound ends differ: \(bound.value)") }
    report(
      .lost,
      """
      \(late.spec)\(late.mayBePartial ? ", made in a batch," : "")\
      \(late.inside.load(ordering: .acquiring) == 0 ? "" : ", whose handler has not returned,") has \
      \(late.received.withLock { $0.last }!), expected \(late.expected(currentTags()))
      """)
  }

  private func checkNodes(_ before: SIMD8<Int32>) {
    let tags = currentTags()
    if !areCounted {
      report(
        .modify,
        """
        twins \(tags[2]) and \(tags[3]), of \(twins.load(ordering: .acquiring)); \
        \(tags[Crowd.Source.count]) of \(counts.load(ordering: .acquiring))
        """)
    }
    for (node, property) in zip(nodes, properties) where !hasFailed {
      // A handler that still runs may change a source in between.
      var (before, value, after) = (tags, property.value, currentTags())
      while before != after { (before, value, after) = (currentTags(), property.value, currentTags()) }
      let expected = node.value(after)
      if value != expected { report(.wrong, "in the end \(value), expected \(expected), from \(after)") }
    }
  }

  private func currentTags() -> SIMD8<Int32> {
    var tags = Value.none
    for (index, source) in sources.enumerated() { tags[index] = source.value.tags[index] }
    return tags
  }

  // MARK: Checking

  /// Checks a value that comes from one moment.
  fileprivate func check(_ value: Value, _ what: @autoclosure () -> String) {
    let tags = value.tags
    if value.isMixed { report(.mixed, "\(what()) \(value)") }
    if tags[0] != 0, tags[1] != 0, tags[0] != tags[1] { report(.half, "\(what()) \(value)") }
    if tags[2] != 0, tags[3] != 0, tags[2] != tags[3] { report(.half, "\(what()) \(value)") }
    if Tag.thread(tags[0]) == Self.rolledBack || Tag.thread(tags[1]) == Self.rolledBack {
      report(.half, "\(what()) was rolled back: \(value)")
    }
  }

  fileprivate func receive(_ watcher: Watcher, _ value: Value) {
    if watcher.inside.exchange(1, ordering: .acquiringAndReleasing) != 0 { report(.overlap, "\(watcher.spec)") }
    let drains = crowd.isConnected && watcher.isDerived && watcher.isStarted.load(ordering: .acquiring)
    if drains, draining.exchange(1, ordering: .acquiringAndReleasing) != 0 { report(.graphOverlap, "\(watcher.spec)") }
    let isFirst = watcher.received.withLock { received in
      defer { received.isFirst = false }
      received.last = value
      let isPartial = Self.isInBatch || watcher.connects || received.isFirst && watcher.mayBePartial
      if !isPartial, let source = received.newest.note(value.tags) {
        report(.backwards, "\(watcher.spec) receives \(value), which is older in s\(source)")
      }
      return received.isFirst
    }
    let isPartial = Self.isInBatch || watcher.connects || isFirst && watcher.mayBePartial
    if !isPartial {
      check(value, "\(watcher.spec) receives")
      if watcher.nodes.allSatisfy(\.isComplete), !value.isMixed {
        let expected = watcher.expected(value.tags)
        if expected != value { report(.wrong, "\(watcher.spec) receives \(value), not \(expected)") }
      }
    }
    if let reaction = watcher.spec.reaction, value.number.isMultiple(of: watcher.spec.divisor),
      fuel.subtract(1, ordering: .relaxed).newValue > 0
    {
      var doer = Doer(self, thread: Self.handlers, isInBatch: Self.isInBatch)
      doer.perform(reaction)
    }
    // Another thread may come in the middle of the handler.
    if value.number & 3 == 0 { sched_yield() }
    if drains { draining.store(0, ordering: .releasing) }
    watcher.inside.store(0, ordering: .releasing)
  }

  // MARK: Deeds

  fileprivate func observe(_ spec: WatcherSpec, mayBePartial: Bool) {
    var chosen = spec.nodes.map { ($0 % nodes.count) }.map { (nodes[$0], properties[$0]) }
    if let fresh = spec.fresh {
      let inputs = fresh.inputs.map { $0 % nodes.count }
      let property = fresh.property(of: inputs.map { properties[$0] }, sources, yields: true)
      chosen[0] = (CrowdNode(fresh, inputs.map { nodes[$0] }), property)
    }
    let observed = chosen.map(\.0)
    let number = watchers.withLock(\.count)
    // An effect connects graphs when it reads one for the first time. Values that it has read before may be older.
    // Then the effect runs again. A tracked closure that it reads may connect graphs in any run.
    let connects = spec.isEffect && !crowd.isConnected
    let watcher = Watcher(number, spec, observed, mayBePartial: mayBePartial, connects: connects)
    let handle: Disposable
    // The run outlives all that happens in it, except for its own end.
    if spec.isEffect {
      let read = chosen.map(\.1)
      handle = effect { [weak self] in
        let value = Value.combine(read.map(\.value), 1)
        self?.receive(watcher, value)
      }
    } else {
      handle = chosen[0].1.subscribe { [weak self] value in self?.receive(watcher, value) }
    }
    watcher.handle.withLock { $0 = handle }
    watcher.isStarted.store(true, ordering: .releasing)
    watchers.withLock { $0.append(watcher) }
  }

  /// One thread's part in it, or one handler's.
  struct Doer {
    private let run: CrowdRun
    private let thread: Int

    /// Whether a batch is open around it, so that it may see a part of that.
    private let isInBatch: Bool
    private var made = 1
    private var newest = Newest()

    init(_ run: CrowdRun, thread: Int, isInBatch: Bool = false) {
      self.run = run
      self.thread = thread
      self.isInBatch = isInBatch
    }

    private var isHandler: Bool { thread == CrowdRun.handlers }

    private mutating func nextTag() -> Int32 {
      if isHandler {
        return Tag.make(thread: thread, count: run.handlerTags.add(1, ordering: .relaxed).newValue & 0xff_ffff)
      }
      made += 1
      return Tag.make(thread: thread, count: made)
    }

    private func set(_ source: Int, _ tag: Int32) { run.sources[source].value = Value(source: source, tag: tag) }

    private func increment(_ source: Int) {
      run.sources[source].modify { $0 = Value(source: source, tag: $0.tags[source] + 1) }
    }

    /// The newest tag that this thread has set on its own source.
    private var own: Int32 = 1

    mutating func perform(_ deed: Deed) {
      switch deed {
      case .pair(let isThrowing, let isNested): if !isInBatch { setPair(isThrowing, isNested) }
      case .twins:
        run.twins.add(1, ordering: .relaxed)
        batch {
          increment(Crowd.Source.twins.0)
          increment(Crowd.Source.twins.1)
        }
      case .count(let isInBatch):
        run.counts.add(1, ordering: .relaxed)
        if isInBatch { batch { increment(Crowd.Source.count) } } else { increment(Crowd.Source.count) }
      case .set: set(Crowd.Source.free, nextTag())
      case .setBound: run.bound.value = Value(source: Crowd.Source.free, tag: nextTag())
      case .own:
        guard thread <= Crowd.Source.own.count else { return set(Crowd.Source.free, nextTag()) }
        own = nextTag()
        set(Crowd.Source.own[thread - 1], own)
      case .read(let node): read(node % run.nodes.count)
      case .observe(let spec, let isInBatch):
        guard isInBatch, !self.isInBatch else { return run.observe(spec, mayBePartial: self.isInBatch) }
        let tag = nextTag()
        batch {
          set(Crowd.Source.pair.0, tag)
          CrowdRun.$isInBatch.withValue(true) { run.observe(spec, mayBePartial: true) }
          set(Crowd.Source.pair.1, tag)
        }
      case .dispose(let watcher): dispose(watcher)
      }
    }

    private mutating func setPair(_ isThrowing: Bool, _ isNested: Bool) {
      let tag = isThrowing ? Tag.make(thread: CrowdRun.rolledBack, count: 1) : nextTag()
      try? batch {
        set(Crowd.Source.pair.0, tag)
        let reader = run.properties[8 % run.properties.count]
        _ = reader.value
        if isNested {
          setPairAndThrow(reader)
          batch { set(Crowd.Source.pair.1, tag) }
        } else {
          set(Crowd.Source.pair.1, tag)
        }
        if run.sources[0].value.tags[0] != tag || run.sources[1].value.tags[1] != tag {
          run.report(.unseen, "a batch does not read what it has set")
        }
        if isThrowing { throw Thrown() }
      }
    }

    private mutating func setPairAndThrow(_ reader: Property<Value>) {
      try? batch {
        set(Crowd.Source.pair.0, Tag.make(thread: CrowdRun.rolledBack, count: 2))
        set(Crowd.Source.pair.1, Tag.make(thread: CrowdRun.rolledBack, count: 2))
        _ = reader.value
        throw Thrown()
      }
    }

    private mutating func read(_ index: Int) {
      let (node, value) = (run.nodes[index], run.properties[index].value)
      guard !isHandler else { return }
      run.check(value, "read of \(index)")
      if node.isComplete, !value.isMixed, node.value(value.tags) != value {
        run.report(.wrong, "read of \(index): \(value), expected \(node.value(value.tags))")
      }
      if let source = newest.note(value.tags) { run.report(.backwards, "read of \(index): \(value) in s\(source)") }
      guard thread <= Crowd.Source.own.count else { return }
      let seen = value.tags[Crowd.Source.own[thread - 1]]
      if seen != 0, seen != own { run.report(.unseen, "read of \(index): \(value), but \(Tag.text(own)) was set") }
    }

    private func dispose(_ number: Int) {
      let watcher = run.watchers.withLock { $0.isEmpty ? nil : $0[number % $0.count] }
      watcher?.isDisposed.store(true, ordering: .releasing)
      watcher?.handle.withLock { $0 }?.dispose()
    }
  }
}

/// Blocks this thread until a global queue has begun everything that was queued before.
///
/// The engine hands drains over to such a queue. A thread of that queue that waited in a loop would keep its place, and
/// two such loops would stop the queue on a machine with two processors.
func letQueuedWorkRun() {
  let hasRun = DispatchSemaphore(value: 0)
  DispatchQueue.global().async { hasRun.signal() }
  hasRun.wait()
}
