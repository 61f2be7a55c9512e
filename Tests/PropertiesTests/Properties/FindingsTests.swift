import Dispatch
import Foundation
import Rill
import TestSupport
import Testing

/// Calls a closure when it is deinitialized.
private final class Dying: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

  deinit { onDeinit() }
}

/// The findings for which the engine of derived state was rewritten.
@Suite struct PropertyFindingsTests {
  @Test func aDeinitMayReadWhenABatchEnds() {
    let (box, heard) = (MutableProperty<Dying?>(nil), Heard<Bool>())
    box.value = Dying { [weak box] in heard.append(box?.value == nil) }
    batch { box.value = nil }
    #expect(heard.values == [true])
  }

  @Test func aDeinitMayReadWherePropertiesAreDerived() {
    let (box, heard) = (MutableProperty<Dying?>(nil), Heard<Bool>())
    let derived = box.map { $0 }
    let pair = Property(box, derived) { a, b in [a, b] }
    let tracked = Property { pair.value + [derived.value] }
    let watching = tracked.subscribe { _ in }
    let following = effect { _ = tracked.value }
    for _ in 0..<2 {
      box.value = Dying { [weak box] in
        heard.append(box?.value == nil)
        // Sets, too: nothing is locked.
        box?.value = nil
      }
      batch { box.value = nil }
    }
    #expect(heard.values == [true, true])
    #expect(tracked.value.count == 3)
    watching.dispose()
    following.dispose()
  }

  @Test func theResultOfATransformThatDisposesIsNotDelivered() {
    let (a, heard, watching) = (MutableProperty(0), Heard<Int>(), Lock<[Disposable]>([]))
    let dispose: @Sendable (Int) -> Int = { value in
      if value == 1 { for disposable in watching.withLock({ $0 }) { disposable.dispose() } }
      return value
    }
    let derived = [
      a.map(dispose), Property(a, a) { a, _ in dispose(a) }, Property { dispose(a.value) },
      a.flatMap { _ in a }.map(dispose), Property(combining: [a]) { dispose($0[0]) },
    ]
    for property in derived {
      let watching1 = property.subscribe { heard.append($0) }
      let watching2 = effect { heard.append(property.value) }
      watching.withLock { $0 = [watching1, watching2] }
      a.value = 1
      #expect(heard.take() == [0, 0])
      a.value = 0
    }
    watching.withLock { $0 = [] }
  }

  @Test func aTwoWayBindingHoldsInsideABatch() {
    let (p, q, heard) = (MutableProperty(0), MutableProperty(0), Heard<Int>())
    let binding = p <~> q
    q.subscribe { heard.append($0) }
    batch {
      p.value = 10
      #expect(q.value == 10)
      q.modify { $0 += 1 }
      #expect(p.value == 11)
    }
    #expect(p.value == 11)
    #expect(q.value == 11)
    #expect(heard.values == [0, 11])
    binding.dispose()
  }

  @Test func joinsOfTwoPathsDoNotDoubleMemory() {
    let source = MutableProperty(1)
    var (last, tracked) = (source.property, source.property)
    for _ in 0..<60 {
      let (below, belowTracked) = (last, tracked)
      last = Property(below, below) { x, _ in x }
      tracked = Property { belowTracked.value + belowTracked.value - belowTracked.value }
    }
    let heard = Heard<Int>()
    let watching = Property(last, tracked) { $0 + $1 }.subscribe { heard.append($0) }
    source.value = 2
    #expect(heard.values == [2, 4])
    watching.dispose()
  }

  @Test func aGridOfAThousandByFiveWithTwentyFiveSourcesEach() {
    let sources = (0..<1_000).map { MutableProperty($0) }
    var row = sources.map(\.property)
    for _ in 0..<5 {
      let below = row
      row = below.indices.map { index in
        Property(combining: (0..<25).map { below[(index + $0) % below.count] }) { $0.reduce(0, &+) }
      }
    }
    let before = row[0].value
    sources[0].value += 1
    #expect(row[0].value == before + 1)
  }

  /// `others` watch something else that is derived from the same sources.
  @Test(arguments: [false, true]) func setsOfAHandlerAreOneChange(others: Bool) {
    let (a, b, c, heard) = (MutableProperty(0), MutableProperty(1), MutableProperty(2), Heard<[Int]>())
    let other = others ? a.map { $0 }.subscribe { _ in } : nil
    a.subscribe { [weak b, weak c] in
      b?.value = $0 + 1
      c?.value = $0 + 2
    }
    Property(b, c) { [$0, $1] }.subscribe { heard.append($0) }
    let tracked = Property { [b.value, c.value] }
    let following = effect { heard.append(tracked.value) }
    a.value = 10
    a.value = 20
    #expect(heard.values == [[1, 2], [1, 2], [11, 12], [11, 12], [21, 22], [21, 22]])
    other?.dispose()
    following.dispose()
  }

  @Test func aDisposedSubscriptionLosesNoChangeOfOthers() {
    let (a, b, heard) = (MutableProperty(0), MutableProperty(0), Heard<Int>())
    let sum = Property(a, b) { $0 + $1 }
    sum.subscribe { heard.append($0) }
    for _ in 0..<3 {
      let gone = Subscription()
      gone.dispose()
      sum.signal.attach(Sink(next: { _ in heard.append(-1) }, end: { _ in heard.append(-2) }), to: gone)
      a.value += 1
    }
    #expect(heard.values == [0, 1, 2, 3])
  }

  /// Values that others set during a notification are conflated: no queue grows, and the last is never lost.
  @Test func setsDuringADrainAreDeliveredAsTheNewestValue() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    let (isTelling, hasSet) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let doubled = a.map { $0 * 2 }
    doubled.subscribe { value in
      heard.append(value)
      guard value == 2 else { return }
      isTelling.signal()
      hasSet.wait()
    }
    Thread.detachNewThread {
      isTelling.wait()
      // None of these waits for the handler.
      for value in 2...100_000 { a.value = value }
      hasSet.signal()
    }
    a.value = 1
    #expect(heard.values == [0, 2, 200_000])
  }

  @Test func theDrainingThreadIsNotHeldByThreadsThatSet() {
    let (a, isOver, told) = (MutableProperty(0), Lock(false), Heard<Int>())
    let doubled = a.map { $0 * 2 }
    let watching = doubled.subscribe { told.append($0) }
    let threads = DispatchGroup()
    for _ in 0..<3 {
      threads.enter()
      Thread.detachNewThread {
        while !isOver.withLock({ $0 }) { a.modify { $0 += 1 } }
        threads.leave()
      }
    }
    // Returns though the others never stop.
    for _ in 0..<200 { a.modify { $0 += 1 } }
    isOver.withLock { $0 = true }
    threads.wait()
    a.value = -1
    // A thread of the library may deliver the last value.
    while told.values.last != -2 { letQueuedWorkRun() }
    watching.dispose()
  }

  @Test func aFlatMapThatChoosesItselfTraps() async {
    await #expect(processExitsWith: .failure) {
      let (a, itself) = (MutableProperty(0), Lock<Property<Int>?>(nil))
      let chosen = a.flatMap { value in value == 0 ? a.property : itself.withLock { $0! } }
      itself.withLock { $0 = chosen }
      guard chosen.value == 0 else { return }
      a.value = 1
      _ = chosen.value
    }
  }

  @Test(.long) func aHandlerThatSetsItsSourceForeverTraps() async {
    await #expect(processExitsWith: .failure) {
      let a = MutableProperty(0)
      a.subscribe { a.value = $0 + 1 }
    }
    await #expect(processExitsWith: .failure) {
      let a = MutableProperty(0)
      a.subscribe { if $0 > 0 { a.value = $0 + 1 } }
      a.value = 1
    }
  }

  @Test func roundsOfOneTurnAreNotCountedWithThoseOfTheNext() {
    let a = MutableProperty(0)
    let watching = a.subscribe { if !$0.isMultiple(of: 2) { a.value = $0 + 1 } }
    for turn in 0..<100_000 { a.value = 2 * turn + 1 }
    #expect(a.value == 200_000)
    watching.dispose()
  }
}

/// The values that readers see while a batch is open: the table of Docs/Guides/State.md.
@Suite struct OpenBatchTests {
  /// A pair of which a batch has set the first when `inside` runs, and then sets the second.
  private func halfway(
    _ inside: (_ a: MutableProperty<Int>, _ b: MutableProperty<Int>, _ sum: Property<Int>) -> Void
  ) {
    let (a, b) = (MutableProperty(1), MutableProperty(1))
    let sum = Property(a, b) { $0 * 10 + $1 }
    #expect(sum.value == 11)
    batch {
      a.value = 2
      inside(a, b, sum)
      b.value = 2
    }
    #expect(sum.value == 22)
  }

  @Test func aReaderOfTheThreadSeesItsWritesAndOthersTheStateBefore() {
    halfway { a, _, sum in
      #expect(a.value == 2)
      #expect(sum.value == 21)
      elsewhere {
        #expect(a.value == 1)
        #expect(sum.value == 11)
      }
    }
  }

  @Test func aNewSubscriberOfASourceReceivesTheCurrentValueAndThenChanges() {
    let heard = Heard<Int>()
    halfway { a, b, _ in
      a.subscribe { heard.append($0) }
      b.subscribe { heard.append($0 * 10) }
      #expect(heard.values == [2, 10])
    }
    #expect(heard.values == [2, 10, 20])
  }

  @Test func aNewSubscriberOnAnotherThreadToo() {
    let heard = Heard<Int>()
    halfway { a, b, sum in
      elsewhere {
        a.subscribe { heard.append($0) }
        b.subscribe { heard.append($0 * 10) }
        sum.subscribe { heard.append($0 * 100) }
      }
      #expect(heard.values == [1, 10, 1_100])
    }
    #expect(heard.values == [1, 10, 1_100, 2, 20, 2_200])
  }

  @Test func aNewSubscriberOfDerivedStateIsNotifiedOnceMoreIfItHasChanged() {
    let heard = Heard<Int>()
    halfway { a, _, sum in
      sum.subscribe { heard.append($0) }
      a.map { $0 }.subscribe { heard.append($0) }
    }
    #expect(heard.values == [21, 2, 22])
  }

  @Test func aNewEffectRunsOnceMoreIfItsInputHasChanged() {
    let (heard, life) = (Heard<Int>(), CompositeDisposable())
    halfway { a, _, sum in
      effect { heard.append(sum.value) }.add(to: life)
      effect { heard.append(a.value) }.add(to: life)
    }
    #expect(heard.values == [21, 2, 22])
    life.dispose()
  }

  @Test func setsOfOtherThreadsAreDeliveredAndTheBatchWins() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    let sum = Property(a, b) { $0 * 10 + $1 }
    let watching = sum.subscribe { heard.append(sum.value == $0 ? $0 : -1) }
    batch {
      a.value = 2
      elsewhere {
        // The batch ends later, so it has the last word.
        a.value = 3
        #expect(sum.value == 31)
      }
      #expect(heard.values == [11, 31])
      b.value = 2
    }
    #expect(heard.values == [11, 31, 22])
    watching.dispose()
  }

  @Test func aNewDependentReceivesTheStateBeforeTheBatchAndThenTheWhole() {
    let (a, b, choose, heard) = (MutableProperty(1), MutableProperty(1), MutableProperty(false), Heard<Int>())
    let watching = Property { choose.value ? a.value * 10 + b.value : 0 }.subscribe { heard.append($0) }
    batch {
      a.value = 2
      elsewhere { choose.value = true }
      #expect(heard.values == [0, 11])
      b.value = 2
    }
    #expect(heard.values == [0, 11, 22])
    watching.dispose()
  }

  @Test func anOpenBatchDelaysNoIndependentObserver() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<Int>())
    b.map { $0 }.subscribe { heard.append($0) }
    a.map { $0 }.subscribe { heard.append($0 * 10) }
    batch {
      a.value = 2
      elsewhere { b.value = 2 }
      #expect(heard.values == [1, 10, 2])
    }
    #expect(heard.values == [1, 10, 2, 20])
  }

  @Test func combineLatestOfTwoPropertiesEmitsBothSteps() {
    let (a, b, heard) = (MutableProperty(1), MutableProperty(1), Heard<[Int]>())
    combineLatest(a, b).subscribe { heard.append([$0, $1]) }
    batch {
      a.value = 2
      b.value = 2
    }
    #expect(heard.values == [[1, 1], [2, 1], [2, 2]])
  }
}
