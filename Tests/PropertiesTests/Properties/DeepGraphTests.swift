import Rill
import StreamPrimitives
import TestSupport
import Testing

/// How derived properties are put into a chain, and wide graphs: no stack and no square is needed for them.
@Suite(.long) struct DeepGraphTests {
  enum Kind: CaseIterable, Sendable {
    case map, twoSources, tracked, flatMap

    func next(_ below: Property<Int>, _ source: MutableProperty<Int>) -> Property<Int> {
      switch self {
      case .map: below.map { $0 + 1 }
      case .twoSources: Property(below, source) { below, _ in below + 1 }
      case .tracked: Property { below.value + 1 }
      case .flatMap: source.flatMap { _ in below }.map { $0 + 1 }
      }
    }
  }

  private static let depth = 100_000

  private static func chain(_ kind: Kind, on source: MutableProperty<Int>) -> Property<Int> {
    var last = source.property
    for _ in 0..<depth { last = kind.next(last, source) }
    return last
  }

  @Test(arguments: Kind.allCases) func aChainThatIsReadFirstTakesNoStack(_ kind: Kind) {
    onSmallStack {
      let source = MutableProperty(0)
      let top = Self.chain(kind, on: source)
      #expect(top.value == Self.depth)
      source.value = 1
      #expect(top.value == Self.depth + 1)
    }
  }

  @Test(arguments: Kind.allCases) func aChainThatIsWatchedTakesNoStack(_ kind: Kind) {
    onSmallStack {
      let (source, heard) = (MutableProperty(0), Heard<Int>())
      do {
        let top = Self.chain(kind, on: source)
        let watching = top.subscribe { heard.append($0) }
        source.value = 1
        batch { for value in 2...3 { source.value = value } }
        watching.dispose()
      }
      #expect(heard.values == [0, 1, 3].map { $0 + Self.depth })
    }
  }

  /// A closure retains its captures, so a chain of tracked properties, or of choices, retains its source.
  @Test(arguments: [Kind.map, .twoSources]) func aChainThatOutlivesItsSourceTakesNoStack(_ kind: Kind) {
    onSmallStack {
      let heard = Heard<Int>()
      do {
        let source = MutableProperty(0)
        Self.chain(kind, on: source).subscribe(next: { heard.append($0) }, completed: { heard.append(-1) })
      }
      #expect(heard.values == [Self.depth, -1])
    }
  }

  /// The read of `copy` continues on a larger stack. Until that thread has the lock, another thread may set the source.
  @Test func aReadThatContinuesOnALargerStackIsOfOneVersion() {
    let differences = onSmallStack {
      let source = MutableProperty(0)
      let rounds = 1_000
      let wanted = Atomic(0)
      // Sets the source a few times in each round, during the read.
      let setter = SystemThread(stack: 512 * 1024) {
        var last = 0
        while last < rounds {
          let round = wanted.load(ordering: .relaxed)
          if round == last { continue }
          last = round
          for _ in 0..<20 { source.value += 1 }
        }
      }
      let end = stackOfThisThread().lowerBound
      let differences = (1...rounds).map { round in
        let copy = source.map { $0 }
        let difference = Property {
          let value = source.value
          wanted.store(round, ordering: .relaxed)
          return Self.near(end) { copy.value } - value
        }
        return difference.value
      }
      setter.join()
      return differences.filter { $0 != 0 }
    }
    #expect(differences == [])
  }

  /// Calls `body` when less than 100 KB are left of the stack that ends at an address.
  private static func near(_ end: UInt, _ body: () -> Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1_000, alignment: 1) { bytes in
      UInt(bitPattern: bytes.baseAddress!) < end + 100_000 ? body() : near(end, body)
    }
  }

  /// On the main thread, and on another's stack while that waits.
  @Test @MainActor func aChainOfClosuresOfAnActorThatIsReadFirstTakesNoStack() {
    let source = MutableProperty(0)
    var top = source.property
    for _ in 0..<Self.depth {
      let below = top
      top = .isolated { below.value + 1 }
    }
    #expect(top.value == Self.depth)
  }

  @Test func aFanOutOfTenThousand() {
    let (source, heard) = (MutableProperty(0), Heard<Int>())
    let all = (0..<10_000).map { index in source.map { $0 * 100_000 + index } }
    let watching = all.map { $0.subscribe { heard.append($0) } }
    #expect(heard.take() == Array(0..<10_000))
    source.value = 1
    #expect(heard.take() == Array(100_000..<110_000))
    for watching in watching { watching.dispose() }
    source.value = 2
    #expect(heard.take() == [])
  }

  /// All are notified in one round. Rings are recognized by their number of rounds.
  @Test func aFanOutOfAHundredThousandObserversIsNoRing() {
    let (source, count) = (MutableProperty(0), Lock(0))
    let derived = source.map { $0 }
    let watching = (0...100_000).map { _ in derived.subscribe { value in count.withLock { $0 += value } } }
    source.value = 1
    #expect(count.withLock { $0 } == 100_001)
    for watching in watching { watching.dispose() }
  }

  @Test func aFanInOfTenThousand() {
    let sources = (0..<10_000).map { _ in MutableProperty(1) }
    let (fixed, heard) = (Property(combining: sources) { $0.reduce(0, +) }, Heard<Int>())
    let tracked = Property { sources.reduce(0) { $0 + $1.value } }
    let watching = Property(fixed, tracked) { $0 + $1 }.subscribe { heard.append($0) }
    sources[5_000].value = 2
    batch { for source in sources { source.value = 3 } }
    #expect(heard.values == [20_000, 20_002, 60_000])
    watching.dispose()
  }

  /// Up to 65,535 links fit into the node's own block of memory. Longer lists have a separate block.
  @Test(arguments: [65_535, 65_536]) func aFanInAtTheLimitOfABlock(count: Int) {
    let sources = (0..<count).map { _ in MutableProperty(1) }
    let (all, heard) = (Property(combining: sources) { $0.reduce(0, +) }, Heard<Int>())
    let watching = all.subscribe { heard.append($0) }
    sources[count - 1].value = 2
    watching.dispose()
    #expect(heard.values == [count, count + 1])
  }

  @Test func aFanOutAndInOfTenThousand() {
    let (source, heard) = (MutableProperty(1), Heard<Int>())
    let all = (0..<10_000).map { index in
      index.isMultiple(of: 2) ? source.map { $0 } : Property { source.value }
    }
    let watching = Property(combining: all) { $0.reduce(0, +) }.subscribe { heard.append($0) }
    source.value = 2
    source.value = 3
    #expect(heard.values == [10_000, 20_000, 30_000])
    watching.dispose()
  }
}
