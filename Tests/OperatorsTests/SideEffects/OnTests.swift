import Operators
import StreamTesting
import Testing

struct OnTests {
  @Test func picture() {
    var runs: [Notes<String>] = []
    expectPicture("a--b--|", "a--b--|") { (source: Letters) in
      let notes = Notes<String>()
      runs.append(notes)
      return source.on(next: { notes.add($0) }, completed: { notes.add("|") }, disposed: { notes.add("!") })
    }
    #expect(Set(runs.map { $0.all.joined() }) == ["ab|", "!", "a!", "ab!"])
  }

  @Test func everyStageOfACompletion() {
    let notes = Notes<String>()
    watched(Signal([1]), notes).subscribe(
      next: { notes.add("handler \($0)") }, completed: { notes.add("handler completed") })
    #expect(
      notes.all == [
        "subscribed", "next 1", "handler 1", "completed", "terminated", "handler completed",
      ])
  }

  @Test func everyStageOfAFailure() {
    let notes = Notes<String>()
    watched(Signal<Int, Oops>.fail(.oops), notes).subscribe(
      next: { _ in }, failed: { _ in notes.add("handler failed") })
    #expect(notes.all == ["subscribed", "failed oops", "terminated", "handler failed"])
  }

  @Test func givingUpIsNotAnEnd() {
    let notes = Notes<String>()
    let subscription = watched(Signal<Int, Never>.never, notes).subscribe { _ in }
    #expect(notes.all == ["subscribed"])
    subscription.dispose()
    subscription.dispose()
    #expect(notes.all == ["subscribed", "disposed"])
  }

  @Test func anOperatorBelowThatWantsNoMoreGivesUp() {
    let notes = Notes<String>()
    watched(Signal([1, 2, 3]), notes).take(1).subscribe { _ in }
    #expect(notes.all == ["subscribed", "next 1", "disposed"])
  }

  @Test func aHandlerThatDisposesKeepsTheValueBack() {
    let notes = Notes<String>()
    let handle = SerialDisposable()
    let held = Notes<Observer<Int, Never>>()
    let source = Signal<Int, Never> { observer in held.add(observer) }
    handle.inner = source.on(next: { _ in handle.dispose() }).subscribe { notes.add("\($0)") }
    held.all[0].send(1)
    #expect(notes.all == [])
  }

  @Test func nothingHappensWithoutASubscription() {
    let notes = Notes<String>()
    _ = watched(Signal([1]), notes)
    #expect(notes.all == [])
  }

  private func watched<Failure: Error>(
    _ source: Signal<Int, Failure>, _ notes: Notes<String>
  ) -> Signal<Int, Failure> {
    source.on(
      subscribed: { notes.add("subscribed") },
      next: { notes.add("next \($0)") },
      failed: { notes.add("failed \($0)") },
      completed: { notes.add("completed") },
      terminated: { notes.add("terminated") },
      disposed: { notes.add("disposed") })
  }

  /// `disposed` undoes `subscribed`, even if the source was never subscribed to.
  @Test func aRunThatIsGivenUpInSubscribedIsDisposed() {
    let notes = Notes<String>()
    let stop = Subject<Void, Never>()
    let source = Signal<Int, Never>.never.on(subscribed: { notes.add("source") })
    source.on(
      subscribed: {
        notes.add("subscribed")
        stop.send(())
      }, disposed: { notes.add("disposed") }
    )
    .take(until: stop).subscribe { _ in }
    #expect(notes.all == ["subscribed", "disposed"])
  }

  @Test func battery() {
    Battery.check("on") { (input: Signal<Int, TestFailure>) in input.on(next: { _ in }) }
  }
}
