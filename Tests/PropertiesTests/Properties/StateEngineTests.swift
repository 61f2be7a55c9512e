import Dispatch
import Foundation
import Rill
import StreamRuntime
import TestSupport
import Testing

/// Faults that the design of the engine rules out: see the table in Docs/Internals/Graph.md.
@Suite struct StateEngineTests {
  /// A computes for the observer, B's batch and C's set come meanwhile.
  @Test func handlersOfOneObserverNeverOverlapAndTheNewestValueIsLast() {
    for _ in 0..<200 {
      let (a, b) = (MutableProperty(0), MutableProperty(0))
      let (running, overlaps, last) = (Lock(0), Lock(0), Lock(-1))
      let sum = Property(a, b) { $0 * 1_000 + $1 }
      let watching = sum.subscribe { value in
        if running.withLock({
          $0 += 1
          return $0
        }) > 1 {
          overlaps.withLock { $0 += 1 }
        }
        last.withLock { $0 = value }
        running.withLock { $0 -= 1 }
      }
      let threads = DispatchGroup()
      for thread in 0..<3 {
        threads.enter()
        Thread.detachNewThread {
          for value in 1...20 {
            switch thread {
            case 0: a.value = value
            case 1: batch { b.value = value }
            default: a.modify { $0 += 1 }
            }
          }
          threads.leave()
        }
      }
      threads.wait()
      let final = sum.value
      while last.withLock({ $0 }) != final { letQueuedWorkRun() }
      #expect(overlaps.withLock { $0 } == 0)
      watching.dispose()
    }
  }

  @Test func twoLongBatchesMaySetOnePropertyInTurns() {
    let (property, heard) = (MutableProperty(0), Heard<Int>())
    let watching = property.subscribe { heard.append($0) }
    let (mine, yours, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      batch {
        for value in 0..<20_000 {
          mine.wait()
          property.value = value
          yours.signal()
        }
      }
      isOver.signal()
    }
    batch {
      for value in 0..<20_000 {
        property.value = -value
        mine.signal()
        yours.wait()
      }
    }
    isOver.wait()
    #expect(heard.values.count == 3)
    watching.dispose()
  }

  @Test func batchesOfAHundredThreadsMayWaitForEachOther() {
    let (arrived, all) = (Lock(0), DispatchSemaphore(value: 0))
    let isOver = DispatchGroup()
    for _ in 0..<100 {
      isOver.enter()
      Thread.detachNewThread {
        let property = MutableProperty(0)
        batch {
          property.value = 1
          if arrived.withLock({
            $0 += 1
            return $0
          }) == 100 {
            for _ in 0..<100 { all.signal() }
          }
          all.wait()
        }
        isOver.leave()
      }
    }
    isOver.wait()
    #expect(arrived.withLock { $0 } == 100)
  }

  @Test func closuresThatReadEachOtherInTurnsStayAsFast() {
    let isFirst = MutableProperty(true)
    let (one, other) = (Lock<Property<Int>?>(nil), Lock<Property<Int>?>(nil))
    one.withLock { $0 = Property { isFirst.value ? other.withLock { $0 }!.value : 1 } }
    other.withLock { $0 = Property { isFirst.value ? 2 : one.withLock { $0 }!.value } }
    let (first, second) = (one.withLock { $0 }!, other.withLock { $0 }!)
    let watching = Property(first, second) { $0 * 10 + $1 }.subscribe { _ in }
    let near = isFirst.subscribe { _ in }
    for _ in 0..<2_000 {
      isFirst.value.toggle()
      #expect(first.value == second.value)
    }
    for disposable in [watching, near] { disposable.dispose() }
    one.withLock { $0 = nil }
    other.withLock { $0 = nil }
  }

  @Test func setsBesideASlowHandlerOfAnotherThreadAreNoRing() {
    let property = MutableProperty(0)
    let (isTelling, mayEnd, isOver) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let slow = property.subscribe { value in
      guard value == 1 else { return }
      isTelling.signal()
      mayEnd.wait()
    }
    Thread.detachNewThread {
      property.value = 1
      isOver.signal()
    }
    isTelling.wait()
    let trigger = MutableProperty(0)
    let busy = trigger.subscribe { value in
      guard value == 1 else { return }
      for number in 0...100_001 { property.value = -number }
    }
    trigger.value = 1
    mayEnd.signal()
    isOver.wait()
    #expect(property.value == -100_001)
    for disposable in [slow, busy] { disposable.dispose() }
  }

  @Test func anEffectThatASubscriberMakesIsNotDisposedWithTheOneThatTriggeredIt() {
    let (a, b, c, heard) = (MutableProperty(0), MutableProperty(0), MutableProperty(0), Heard<Int>())
    let life = CompositeDisposable()
    b.subscribe { value in
      if value == 1 { effect { heard.append(c.value) }.add(to: life) }
    }.add(to: life)
    effect { b.value = a.value }.add(to: life)
    a.value = 1
    a.value = 2
    c.value = 7
    #expect(heard.values == [0, 7])
    life.dispose()
  }

  @Test func theCleanUpRunsAlsoIfAnotherThreadReleasesAnInputOfTheRunningBody() {
    let log = Heard<String>()
    let (source, isRunning, mayEnd) = (
      Lock<MutableProperty<Int>?>(MutableProperty(1)), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    Thread.detachNewThread {
      isRunning.wait()
      source.withLock { $0 = nil }
      mayEnd.signal()
    }
    effect {
      let value = source.withLock { $0 }?.value
      isRunning.signal()
      mayEnd.wait()
      return Disposable { log.append("cleaned up \(value ?? -1)") }
    }
    #expect(log.values == ["cleaned up 1"])
  }

  @Test func aSlowModifyBesideSetsRunsOnce() {
    let (property, runs, isOver) = (MutableProperty(0), Heard<Int>(), Lock(false))
    let (hasBegun, hasSet) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      hasBegun.wait()
      for value in 1...1_000 { property.value = value }
      hasSet.signal()
    }
    property.modify { value in
      runs.append(value)
      hasBegun.signal()
      hasSet.wait()
      value = -1
    }
    isOver.withLock { $0 = true }
    #expect(runs.values == [0])
    #expect(property.value == 1_000)
  }

  @Test func aTransformThatSetsItsOwnSourceDoesNotStayBehind() {
    let (a, b, heard) = (MutableProperty(0), MutableProperty(0), Heard<Int>())
    let limited = a.map { value -> Int in
      if value > 2 { a.value = 2 }
      return value
    }
    let ofTwo = Property(b, a) { first, second -> Int in
      if first > 0 { b.value = 0 }
      return second
    }
    let watching = limited.subscribe { heard.append($0) }
    a.value = 3
    b.value = 1
    #expect(limited.value == 2)
    #expect(ofTwo.value == 2)
    a.value = 1
    #expect(limited.value == 1)
    #expect(heard.values.last == 1)
    watching.dispose()

    let unwatched = a.map { value -> Int in
      if value > 2 { a.value = 2 }
      return value
    }
    a.value = 5
    _ = unwatched.value
    #expect(unwatched.value == 2)
    a.value = 0
    #expect(unwatched.value == 0)
  }

  /// The closure sets other properties as often as another thread sets its input.
  ///
  /// It does so directly, through a handler, and in a batch. No change by the other thread passes for one that the
  /// closure has made.
  @Test func aClosureThatSetsMeanwhileDoesNotKeepAnOldValue() {
    let (source, other) = (MutableProperty(0), MutableProperty(0))
    let sum = Property(source, other) { $0 + $1 }
    let separate = MutableProperty(0)
    for property in [separate, other] {
      let ways: [@Sendable () -> Void] = [
        { untracked { property.value += 1 } },
        { MutableProperty(0).subscribe { _ in property.value += 1 }.dispose() },
        { untracked { batch { property.value += 1 } } },
        { MutableProperty(0).subscribe { _ in batch { property.value += 1 } }.dispose() },
      ]
      for change in ways {
        for count in 1...3 {
          source.value = 0
          let isArmed = Lock(true)
          let derived = Property {
            let seen = source.value
            let isFirst = isArmed.withLock { isArmed in
              defer { isArmed = false }
              return isArmed
            }
            if isFirst {
              elsewhere { for number in 1...count { source.value = number } }
              for _ in 0..<count { change() }
            }
            return seen
          }
          _ = derived.value
          #expect(derived.value == count)
        }
      }
    }
    withExtendedLifetime(sum) {}
  }

  /// Another thread sets an input of the effect that has been read, and then the effect writes in its batch.
  @Test func anEffectOfABatchThatSetsReceivesTheSetOfAnotherThread() {
    let (source, other) = (MutableProperty(0), MutableProperty(0))
    let received = Heard<Int>()
    let handle = batch {
      other.value = 1
      return effect {
        let seen = source.value
        if received.values.isEmpty {
          elsewhere { source.value = 1 }
          other.value = 2
        }
        received.append(seen)
      }
    }
    #expect(received.values == [0, 1])
    handle.dispose()
  }

  @Test func aCutOffThatIsReadMeanwhileDoesNotNotifyWithAnEqualValue() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    let cut = a.distinctUntilChanged()
    let (watching, following) = (
      cut.map { $0 }.subscribe { heard.append($0) }, effect { heard.append(cut.value) }
    )
    _ = heard.take()
    batch {
      a.value = 1
      #expect(cut.value == 1)
      a.value = 0
    }
    let resetting = a.subscribe { value in
      guard value == 1 else { return }
      #expect(cut.value == 1)
      a.value = 0
    }
    a.value = 1
    #expect(heard.values.isEmpty)
    a.value = 2
    #expect(heard.take() == [2, 2])
    for disposable in [watching, following, resetting] { disposable.dispose() }
  }

  /// The effect cannot run before its actor is free.
  @Test func anEffectThatWaitsForItsActorDoesNotRunAgainForAnEqualValue() async {
    let (a, ran) = (MutableProperty(0), Heard<Int>())
    let cut = a.distinctUntilChanged()
    let following = await Waiting(ran).follow(cut) {
      elsewhere {
        for value in [1, 0] { a.value = value }
      }
    }
    a.value = 2
    await until { ran.values.last == 2 }
    #expect(ran.values == [0, 2])
    following.dispose()
  }

  @Test func aSubscriberAfterTheLastChangeOfABatchIsNotNotifiedAgain() {
    let (a, heard) = (MutableProperty(0), Heard<String>())
    let doubled = a.map { $0 * 2 }
    let life = CompositeDisposable()
    batch {
      a.value = 3
      a.subscribe { heard.append("x\($0)") }.add(to: life)
      a.value = 4
      a.subscribe { heard.append("v\($0)") }.add(to: life)
      doubled.subscribe { heard.append("d\($0)") }.add(to: life)
      effect { heard.append("e\(a.value)") }.add(to: life)
    }
    #expect(heard.take() == ["x3", "v4", "d8", "e4", "x4"])
    a.value = 5
    #expect(heard.take() == ["x5", "v5", "d10", "e5"])
    life.dispose()
  }

  @Test func aClosureEndsWithTheSourcesThatItStillReads() {
    let ended = Heard<Bool>()
    let chooses = Lock(true)
    var (one, other): (MutableProperty<Int>?, MutableProperty<Int>?) = (MutableProperty(1), MutableProperty(2))
    let (first, second) = (Weakly(one), Weakly(other))
    let sum = Property { (first.value?.value ?? 0) + (chooses.withLock { $0 } ? second.value?.value ?? 0 : 0) }
    sum.subscribe(next: { _ in }, completed: { ended.append(true) })
    chooses.withLock { $0 = false }
    one?.value = 5
    #expect(sum.value == 5)
    one = nil
    #expect(ended.values == [true])
    other = nil
  }

  /// As on Apple's systems before version 26, which cannot be asked on which actor a thread is.
  @Test func aCustomActorFollowsItsStateWhereTheRuntimeCannotBeAsked() async {
    await CurrentActor.simulatingOldSystem {
      let owner = Owner()
      let following = await owner.follow()
      owner.count.value = 2
      while await owner.seen.last != 4 { await Task.yield() }
      following.dispose()
    }
  }

  /// A thread runs a closure for the first time. Before it reads anything, another thread runs the closure, too, and
  /// stores the value. The first run must not replace the inputs of the second.
  @Test func aFirstRunKeepsTheInputsThatAnotherThreadHasStored() {
    let (a, b, hasBegun) = (MutableProperty(1), MutableProperty(2), Lock(false))
    let whole = Lock<Property<Int>?>(nil)
    let derived = Property {
      if hasBegun.withLock({ $0 }) { return a.value }
      hasBegun.withLock { $0 = true }
      elsewhere { #expect(whole.withLock { $0 }?.value == 1) }
      return b.value
    }
    whole.withLock { $0 = derived }
    #expect(derived.value == 1)
    a.value = 10
    #expect(derived.value == 10)
    whole.withLock { $0 = nil }
  }

  /// An effect reads a derived property. Then another thread sets the source, and the effect reads a closure that has
  /// never run, and whose graph was united with that of the source.
  @Test func aFirstRunInsideAnEffectBelongsToItsSnapshot() {
    let (source, other, heard) = (MutableProperty(1), MutableProperty(0), Heard<[Int]>())
    let first = Property(source, other) { source, _ in source }
    let second = Property(source, Property { source.value }) { _, tracked in tracked }
    let handle = effect {
      let before = first.value
      if before == 1 { elsewhere { source.value = 2 } }
      heard.append([before, second.value])
    }
    #expect(heard.values == [[1, 1], [2, 2]])
    handle.dispose()
  }

  /// Reads a property when it is released.
  private final class Reader: Sendable {
    private let read: @Sendable () -> Void
    init(_ read: @escaping @Sendable () -> Void) { self.read = read }
    deinit { read() }
  }

  @Test func aReleaseDuringARunIsNoPartOfIt() {
    let (level, source) = (MutableProperty(1), MutableProperty(0))
    let derived = Property { (source.value, Reader { _ = level.value }) }
    _ = derived.value
    source.value = 7
    let runs = Heard<Int>()
    let outer = Property {
      runs.append(0)
      return derived.value.0
    }
    #expect(outer.value == 7)
    level.value = 2
    #expect(outer.value == 7)
    #expect(runs.values.count == 1)
  }

  private struct Refused: Error {}

  /// Operations that release an object.
  private enum Releasing: CaseIterable, Sendable {
    case set, setObserved, modify, modifyThatThrows, batch, batchThatSetsTwice, batchThatThrows, batchOfModify
    case nestedBatch, nestedBatchThatThrows, dispose

    /// Prepares the operation. The object is made by `make`, and released when the result runs.
    func prepared(_ make: @escaping @Sendable () -> Reader) -> @Sendable () -> Void {
      let box = MutableProperty<Reader?>(make())
      switch self {
      case .set: return { box.value = nil }
      case .setObserved:
        let isFull = box.map { $0 != nil }
        let handle = isFull.subscribe { _ in }
        return {
          box.value = nil
          handle.dispose()
        }
      case .modify: return { box.modify { $0 = nil } }
      case .modifyThatThrows:
        return {
          try? box.modify { value throws(Refused) in
            value = make()
            throw Refused()
          }
        }
      case .batch: return { Rill.batch { box.value = nil } }
      case .batchThatSetsTwice:
        return {
          Rill.batch {
            box.value = make()
            box.value = nil
          }
        }
      case .batchThatThrows:
        return {
          try? Rill.batch { () throws(Refused) in
            box.value = make()
            throw Refused()
          }
        }
      case .batchOfModify: return { Rill.batch { box.modify { $0 = nil } } }
      case .nestedBatch:
        return {
          Rill.batch {
            box.value = make()
            Rill.batch { box.value = nil }
          }
        }
      case .nestedBatchThatThrows:
        return {
          Rill.batch {
            box.value = nil
            try? Rill.batch { () throws(Refused) in
              box.value = make()
              throw Refused()
            }
          }
        }
      case .dispose:
        let reader = make()
        box.value = nil
        let handle = effect { withExtendedLifetime(reader) {} }
        return { handle.dispose() }
      }
    }
  }

  @Test(arguments: Releasing.allCases) private func aReleaseByARunIsNoPartOfIt(_ releasing: Releasing) {
    let (level, released, runs) = (MutableProperty(1), Heard<Int>(), Heard<Int>())
    let operation = releasing.prepared { Reader { released.append(level.value) } }
    let isDone = Lock(false)
    let outer = Property {
      runs.append(0)
      let isFirst = isDone.withLock { done in
        defer { done = true }
        return !done
      }
      if isFirst { operation() }
      return 7
    }
    #expect(outer.value == 7)
    #expect(!released.values.isEmpty)
    let before = runs.values.count
    level.value = 2
    #expect(outer.value == 7)
    #expect(runs.values.count == before)
  }

  @Test func anEffectDoesNotOwnThoseOfARelease() {
    let (source, other, runs) = (MutableProperty(0), MutableProperty(0), Heard<Int>())
    let handles = Heard<Disposable>()
    let box = MutableProperty<Reader?>(Reader { handles.append(effect { runs.append(other.value) }) })
    handles.append(effect { if source.value == 0 { box.value = nil } })
    source.value = 1
    other.value = 1
    #expect(runs.values == [0, 1])
    for handle in handles.values { handle.dispose() }
  }
}

private actor Waiting {
  let ran: Heard<Int>

  init(_ ran: Heard<Int>) { self.ran = ran }

  /// Makes an effect, and calls `body` while the actor is busy.
  func follow(_ property: Property<Int>, _ body: @Sendable () -> Void) -> Disposable {
    let following = effect { self.ran.append(property.value) }
    body()
    return following
  }
}

private actor Owner {
  let count = MutableProperty(1)
  private(set) var seen: [Int] = []
  private lazy var doubled = Property.isolated { [unowned self] in self.count.value * 2 }

  func follow() -> Disposable {
    let doubled = doubled
    return effect { self.seen.append(doubled.value) }
  }
}

/// A property that is not kept alive.
private final class Weakly: Sendable {
  private let property: Lock<Box>
  private struct Box: Sendable { weak var property: MutableProperty<Int>? }

  init(_ property: MutableProperty<Int>?) { self.property = Lock(Box(property: property)) }

  var value: MutableProperty<Int>? { property.withLock { $0.property } }
}
