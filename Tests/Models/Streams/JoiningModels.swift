import Interleaving
import ModelSupport
import Operators
import Testing

@Suite struct JoiningModels {
  @Test func twoThatAreMerged() throws {
    try model("Joint, merge: send, send, complete, complete") { program in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      merge(one, other).subscribe(next: { told.append($0) }, completed: { told.append(9) })
      for (thread, subject) in [one, other].enumerated() {
        program.thread {
          subject.send(thread)
          subject.complete()
        }
      }
      program.atEnd {
        expect([[0, 1, 9], [1, 0, 9]].contains(told.values), "told \(told.values)")
      }
    }
  }

  @Test func twoThatAreCombined() throws {
    try model("Joint, combineLatest: send, send, dispose") { program in
      let (one, other) = (BehaviorSubject<Int, Never>(0), BehaviorSubject<Int, Never>(0))
      let told = Told<Int>()
      let handle = combineLatest(one, other).subscribe { told.append($0.0 + $0.1) }
      program.thread { one.send(1) }
      program.thread { other.send(2) }
      program.atEnd {
        expect(told.values.last == 3, "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func anUpstreamThatFailsWhileAnotherSends() throws {
    try model("Joint, merge: send, fail") { program in
      let (one, other) = (Subject<Int, Lost>(), Subject<Int, Lost>())
      let told = Told<Int>()
      merge(one, other).subscribe(
        next: { told.append($0) }, failed: { _ in told.append(9) }, completed: { told.append(10) })
      program.thread {
        one.send(1)
        one.send(2)
      }
      program.thread { other.fail(Lost()) }
      program.atEnd {
        expect([[9], [1, 9], [1, 2, 9]].contains(told.values), "told \(told.values)")
      }
    }
  }

  /// A value of the previous stream may be in flight while the next one is attached.
  @Test func anInnerStreamThatIsReplaced() throws {
    try model("Joint, flatMapLatest: send, replace") { program in
      let (source, inner) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      let handle = source.flatMapLatest { $0 == 0 ? inner.signal : .just($0) }.subscribe { told.append($0) }
      source.send(0)
      program.thread { inner.send(1) }
      program.thread { source.send(2) }
      program.atEnd {
        expect([[1, 2], [2]].contains(told.values), "told \(told.values)")
        handle.dispose()
      }
    }
  }

  /// A stream that arrives when the previous one ends replaces it, or waits for it. It does not wait forever.
  @Test func innerStreamsOneAfterAnother() throws {
    try model("Joint, flatMap(.concat): complete, send") { program in
      let (source, inner) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      let handle = source.flatMap(.concat) { $0 == 0 ? inner.signal : .just($0) }.subscribe { told.append($0) }
      source.send(0)
      program.thread { inner.complete() }
      program.thread { source.send(1) }
      program.atEnd {
        expect(told.values == [1], "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func oneStreamAfterAnother() throws {
    try model("Succession, concat: complete, send, dispose", schedules: 200_000) { program in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      let handle = concat(one, other).subscribe { told.append($0) }
      program.thread {
        one.send(1)
        one.complete()
      }
      program.thread { other.send(2) }
      program.thread { handle.dispose() }
      program.atEnd { expect([[], [1], [1, 2], [2]].contains(told.values), "told \(told.values)") }
    }
  }

  /// The action may run while the subscriber is still in the step that schedules it.
  @Test func aStreamThatStartsOnAScheduler() throws {
    try model("Succession, subscribe(on:): subscribe, run the action") { program in
      let (actions, isInAction, told) = (Actions(false), Shared(false), Told<Int>())
      let source = Signal<Int, Never> { observer in
        expect(isInAction.value, "the source starts outside of the action")
        observer.send(1)
        observer.complete()
      }
      @Sendable func run() {
        isInAction.value = true
        actions.run()
        isInAction.value = false
      }
      program.thread {
        Signal<Int, Never>.empty.then { source.subscribe(on: actions) }
          .subscribe(next: { told.append($0) }, completed: { told.append(9) })
      }
      program.thread { run() }
      program.atEnd {
        run()
        expect(told.values == [1, 9], "told \(told.values)")
      }
    }
  }

  // One step of each thread: small enough for all interleavings.

  @Test func twoThatEnd() throws {
    try model("Joint, merge: complete, complete", withoutBound: true) { program in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      merge(one, other).subscribe(next: { told.append($0) }, completed: { told.append(9) })
      program.thread { one.complete() }
      program.thread { other.complete() }
      program.atEnd { expect(told.values == [9], "told \(told.values)") }
    }
  }

  @Test func oneOfTwoSendsAndTheOtherEnds() throws {
    try model("Joint, merge: send, complete", withoutBound: true) { program in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      let handle = merge(one, other).subscribe { told.append($0) }
      program.thread { one.send(1) }
      program.thread { other.complete() }
      program.atEnd {
        expect(told.values == [1], "told \(told.values)")
        handle.dispose()
      }
    }
  }

  @Test func oneOfTwoSendsWhileTheirStreamIsDisposedOf() throws {
    try model("Joint, merge: send, dispose", withoutBound: true) { program in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      let handle = merge(one, other).subscribe { told.append($0) }
      program.thread { one.send(1) }
      program.thread { handle.dispose() }
      program.atEnd { expect([[], [1]].contains(told.values), "told \(told.values)") }
    }
  }

  @Test func theFirstOfTwoEndsWhileTheirStreamIsDisposedOf() throws {
    try model("Succession, concat: complete, dispose", withoutBound: true) { program in
      let (one, other) = (Subject<Int, Never>(), Subject<Int, Never>())
      let told = Told<Int>()
      let handle = concat(one, other).subscribe(next: { told.append($0) }, completed: { told.append(9) })
      program.thread { one.complete() }
      program.thread { handle.dispose() }
      program.atEnd {
        other.send(1)
        expect(told.values.isEmpty, "told \(told.values)")
      }
    }
  }

  private struct Lost: Error {}
}
