import Operators
import StreamTesting
import Synchronization
import TestSupport
import Testing

struct CatchTests {
  @Test(.long) func aMillionFailuresOfAStreamThatIsItsOwnReplacement() {
    let runs = withSmallStack {
      let runs = Atomic(0)
      let itself = Lock<Signal<Int, Never>?>(nil)
      let stream = Signal<Int, Oops>.deferred {
        runs.add(1, ordering: .relaxed).newValue < 1_000_000 ? .fail(.oops) : .just(1)
      }
      .catch { _ in itself.withLock { $0 } ?? .never }
      itself.withLock { $0 = stream }
      let recorder = Recorder(stream)
      #expect(recorder.events == [.next(1), .completed])
      itself.withLock { $0 = nil }
      return runs.load(ordering: .relaxed)
    }
    #expect(runs == 1_000_000)
  }

  /// Deferred and transformed replacements do not grow the stack either.
  @Test func alsoThroughOtherOperators() {
    withSmallStack {
      let runs = Atomic(0)
      let itself = Lock<Signal<Int, Never>?>(nil)
      let stream = Signal<Int, Oops>.deferred {
        runs.add(1, ordering: .relaxed).newValue < 1_000 ? .fail(.oops) : .just(1)
      }
      .catch { _ in .deferred { itself.withLock { $0 } ?? .never } }
      itself.withLock { $0 = stream }
      #expect(Recorder(stream).events == [.next(1), .completed])
      itself.withLock { $0 = nil }
    }
  }

  /// A subscription made inside a handler is independent, and over before `subscribe` returns.
  @Test func aCatchInsideAHandlerOfACatchRunsSynchronously() {
    let log = Lock<[Int]>([])
    let inner = Signal<Int, Oops>.fail(.oops).catch { _ in Signal<Int, Never>([10, 20]) }
    Signal<Int, Oops>.fail(.oops).catch { _ in Signal<Int, Never>([1, 2]) }.subscribe { value in
      inner.subscribe { number in log.withLock { $0.append(value * number) } }
      log.withLock { $0.append(value) }
    }
    #expect(log.withLock { $0 } == [10, 20, 1, 20, 40, 2])
  }

  @Test func picture() {
    marbles {
      "1-2-#"
      "1-2-(33|)"
    } through: { input, _ in
      input.catch { _ in Signal(["3", "3"]) }
    }
  }

  @Test func pictureOfAReplacementThatFails() {
    marbles {
      "1-2-#"
      "3-#"
      "1-2-3-#"
    } through: { input, other, _ in
      input.catch { _ in other }
    }
  }

  @Test func pictureOfAGivenStream() {
    marbles {
      "1-2-#"
      "3-4|"
      "1-2-3-4|"
    } through: { input, other, _ in
      input.catch(to: other)
    }
  }

  @Test func aStreamThatCompletesIsItself() {
    let time = TestScheduler()
    let other = time.cold("3|")
    expectMarbles("1-2|", time.cold("1-2|").catch(to: other), on: time)
    #expect(other.subscriptions.isEmpty)
  }

  @Test func theClosureGetsTheFailure() {
    let source = Signal<String, TestFailure>.fail(TestFailure("late"))
    #expect(Recorder(source.catch { .just($0.name) }).values == ["late"])
  }

  @Test func theResultIsAsSafeAsTheReplacement() {
    let source = Signal<Int, TestFailure>.fail(TestFailure())
    let safe: Signal<Int, Never> = source.catch { _ in .just(1) }
    let other: Signal<Int, Oops> = source.catch { _ in .fail(Oops.oops) }
    // Without a type, an implicit member is the stream that cannot fail.
    source.catch { _ in .empty }.subscribe { _ in }
    #expect(Recorder(safe).values == [1])
    #expect(Recorder(other).completion == .failed(.oops))
  }

  @Test func disposingAfterTheSwitchDisposesTheReplacement() {
    let time = TestScheduler()
    let source = time.cold("1-#")
    let other = time.cold("2---2|")
    let recorder = Recorder(source.catch(to: other), on: time)
    time.advance(by: time.ticks(3))
    recorder.dispose()
    source.expectSubscriptions("^-!")
    other.expectSubscriptions("--^!")
    #expect(recorder.marbles == "1-2")
  }

  @Test func theSourceIsTornDownBeforeTheReplacementIsMade() {
    let notes = Notes<String>()
    let source = Signal<Int, TestFailure> { observer in
      observer.fail(TestFailure())
      return Disposable { notes.add("torn down") }
    }
    let late = Signal<Int, TestFailure> { observer in
      notes.add("subscribed")
      observer.complete()
    }
    // A body that fails while it runs returns its disposable afterwards; the replacement waits for its disposal.
    source.catch { _ in late }.subscribe(next: { _ in }, failed: { _ in }, completed: { notes.add("completed") })
    #expect(notes.all == ["torn down", "subscribed", "completed"])
    let held = Notes<Observer<Int, TestFailure>>()
    let later = Notes<String>()
    let asynchronous = Signal<Int, TestFailure> { observer in
      held.add(observer)
      return Disposable { later.add("torn down") }
    }
    asynchronous.catch { _ in
      later.add("made")
      return Signal<Int, Never>.empty
    }.subscribe { _ in }
    held.all[0].fail(TestFailure())
    #expect(later.all == ["torn down", "made"])
  }

  @Test func battery() {
    Battery.check("catch", .handlesFailure) { (input: Signal<Int, TestFailure>) in
      input.catch { _ in .just(0) }
    }
  }
}
