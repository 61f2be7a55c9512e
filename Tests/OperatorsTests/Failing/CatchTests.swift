import Operators
import StreamTesting
import Testing

struct CatchTests {
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
    // What a bare implicit member means without a type is the stream that cannot fail.
    source.catch { _ in .empty }.subscribe { _ in }
    #expect(Recorder(safe).values == [1])
    #expect(Recorder(other).completion == .failed(.oops))
  }

  @Test func b57_disposingAfterTheSwitchDisposesTheReplacement() {
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
    // A body that fails while it runs hands its clean-up over afterwards: the failure is what is being delivered.
    source.catch { _ in late }.subscribe(next: { _ in }, failed: { _ in }, completed: { notes.add("completed") })
    #expect(notes.all == ["subscribed", "completed", "torn down"])
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
