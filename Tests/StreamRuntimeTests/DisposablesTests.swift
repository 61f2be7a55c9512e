import StreamCore
import Testing

@Suite struct DisposablesTests {
  @Test func anActionRunsOnceFromAnyThreadAndIsReleased() {
    let runs = Counter()
    let released = Counter()
    let disposable: Disposable
    do {
      let probe = Probe { released.add() }
      disposable = Disposable {
        probe.touch()
        runs.add()
      }
    }
    #expect(!disposable.isDisposed)
    onThreads(4) { _ in disposable.dispose() }
    #expect(runs.value == 1)
    #expect(disposable.isDisposed)
    #expect(released.value == 1)
  }

  @Test func aDisposedHandleHasNothingToEnd() {
    #expect(Disposable.disposed.isDisposed)
    Disposable.disposed.dispose()
  }

  @Test func aReleasedHandleEndsNothingAScopedOneDoes() {
    let plain = Counter()
    let scoped = Counter()
    do {
      _ = Disposable { plain.add() }
      let handle = Disposable { scoped.add() }.scoped()
      #expect(!handle.isDisposed)
      #expect(scoped.value == 0)
    }
    #expect(plain.value == 0)
    #expect(scoped.value == 1)
    let early = Disposable { scoped.add() }.scoped()
    early.dispose()
    #expect(early.isDisposed)
    #expect(scoped.value == 2)
  }

  @Test func addingToADisposedCompositeDisposesTheArgument() {
    let composite = CompositeDisposable()
    composite.dispose()
    let late = Disposable {}
    composite.add(late)
    #expect(late.isDisposed && composite.isDisposed)
  }

  @Test func removedMembersAreNotDisposed() {
    let composite = CompositeDisposable()
    let stays = Disposable {}
    let leaves = Disposable {}
    composite.add(stays)
    composite.add(leaves)
    #expect(composite.count == 2)
    #expect(composite.remove(leaves))
    #expect(!composite.remove(leaves))
    #expect(!composite.remove(.disposed))
    #expect(composite.count == 1)
    composite.dispose()
    #expect(stays.isDisposed && !leaves.isDisposed)
    #expect(composite.count == 0)
  }

  @Test func aMemberThatIsAddedTwiceIsOneMemberAndTheNewest() {
    let log = Log<Int>()
    let first = Disposable { log.add(1) }
    let composite = CompositeDisposable([first, Disposable { log.add(2) }])
    composite.add(first)
    composite.add(.disposed)
    #expect(composite.count == 2)
    composite.dispose()
    #expect(log.all == [2, 1])
  }

  @Test func membersAreDisposedInTheOrderInWhichTheyWereAdded() {
    let log = Log<Int>()
    let composite = CompositeDisposable([Disposable { log.add(1) }, Disposable { log.add(2) }])
    let third = Disposable { log.add(3) }
    composite.add(third)
    Disposable { log.add(4) }.add(to: composite)
    composite.remove(third)
    composite.add(Disposable { log.add(5) })
    composite.dispose()
    composite.dispose()
    #expect(log.all == [1, 2, 4, 5])
  }

  /// No lock is held while a member is disposed.
  @Test func aMemberMayUseTheCompositeInItsOwnDisposal() {
    let composite = CompositeDisposable()
    let late = Disposable {}
    composite.add(
      Disposable {
        composite.add(late)
        composite.dispose()
      })
    composite.dispose()
    #expect(late.isDisposed)
  }

  @Test func aLongLivedCompositeDoesNotGrowWithDisposedMembers() {
    let composite = CompositeDisposable()
    let lives = (0..<100).map { _ in Disposable {} }
    for life in lives { composite.add(life) }
    for _ in 0..<10_000 {
      let handle = Disposable {}
      composite.add(handle)
      handle.dispose()
    }
    #expect(composite.count < 300)
    composite.dispose()
    #expect(lives.allSatisfy { $0.isDisposed })
  }

  /// No lock is held while members are asked whether they are over.
  @Test func aMemberMayUseTheCompositeWhenItIsAsked() {
    final class Curious: Disposing {
      let bag: CompositeDisposable
      let questions: Counter
      init(_ bag: CompositeDisposable, _ questions: Counter) { (self.bag, self.questions) = (bag, questions) }
      var isDisposed: Bool {
        questions.add()
        bag.add(Disposable {})
        return bag.count == 0
      }
      func dispose() {}
    }
    let composite = CompositeDisposable()
    let questions = Counter()
    composite.add(Disposable(Curious(composite, questions)))
    for _ in 0..<200 { composite.add(Disposable {}) }
    #expect(questions.value > 0)
    #expect(composite.count == 201 + questions.value)
    composite.dispose()
  }

  @Test func aCompositeOnSeveralThreads() {
    for _ in 0..<50 {
      let disposals = Counter()
      let removals = Counter()
      let composite = CompositeDisposable()
      onThreads(4) { thread in
        for number in 0..<100 {
          let member = Disposable { disposals.add() }
          composite.add(member)
          if number.isMultiple(of: 2), composite.remove(member) { removals.add() }
        }
        if thread == 0 { composite.dispose() }
      }
      #expect(disposals.value + removals.value == 400)
    }
  }

  /// Departure from behaviour 84: setting the handle disposes the one that was there. `swap` is the original's way.
  @Test func aSerialDisposesTheReplacedHandle() {
    let serial = SerialDisposable()
    let first = Disposable {}
    let second = Disposable {}
    serial.inner = first
    serial.inner = second
    #expect(first.isDisposed && !second.isDisposed)
    let swapped = serial.swap(nil)
    #expect(!second.isDisposed)
    swapped?.dispose()
    #expect(second.isDisposed)
    #expect(!serial.isDisposed)
  }

  @Test func aDisposedSerialDisposesNewcomersAndStaysEmpty() {
    let first = Disposable {}
    let serial = SerialDisposable(first)
    serial.dispose()
    #expect(first.isDisposed && serial.isDisposed && serial.inner == nil)
    let late = Disposable {}
    serial.inner = late
    #expect(late.isDisposed && serial.inner == nil)
    let later = Disposable {}
    #expect(serial.swap(later) == nil)
    #expect(later.isDisposed)
    serial.inner = nil
  }

  @Test func disposingTheInnerHandleLeavesTheSerialOpen() {
    let inner = Disposable {}
    let serial = SerialDisposable(inner)
    serial.inner?.dispose()
    #expect(!serial.isDisposed)
    serial.inner = nil
    #expect(serial.inner == nil)
  }

  @Test func readingASerialWhileItIsSwapped() {
    let serial = SerialDisposable()
    let disposals = Counter()
    onThreads(4) { thread in
      for _ in 0..<5_000 {
        if thread.isMultiple(of: 2) {
          serial.inner = Disposable { disposals.add() }
        } else {
          _ = serial.inner?.isDisposed
        }
      }
    }
    serial.dispose()
    #expect(disposals.value == 10_000)
  }
}
