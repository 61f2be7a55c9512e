public import Rill

private enum Trouble: Error { case negative }

/// A tour of the behaviour of a command, in several parts.
public func commandWalk(on scheduler: some Scheduler, say: @escaping @Sendable (String) -> Void) -> Signal<Void, Never>
{
  let delay = Duration.milliseconds(100)
  let square = Command<Int, Int, Trouble>(on: .immediate) { number in
    guard number >= 0 else { return .fail(.negative) }
    return Signal { observer in
      scheduler.schedule(after: delay) {
        observer.send(number * number)
        observer.complete()
      }
    }
  }

  say("-- execution signals: earlier executions are not delivered")
  let early = square.execute(1)
  square.executionSignals.subscribe { execution in
    say("execution begins")
    execution.subscribe(next: { say("execution sends \($0)") }, completed: { say("execution ends") })
  }

  say("-- executing and enabled")
  square.executing.subscribe { say("executing: \($0)") }
  square.enabled.subscribe { say("enabled: \($0)") }
  square.errors.subscribe { say("error: \($0)") }

  let oneAtATime = Signal<Void, Never>.deferred {
    say("-- one at a time")
    let first = square.execute(2)
    square.execute(3).subscribe(next: { _ in }, failed: { say("refused: \($0)") })
    return first.over
  }
  let anError = Signal<Void, Never>.deferred {
    say("-- an error")
    return square.execute(-1).over
  }
  let sideBySide = Signal<Void, Never>.deferred {
    say("-- side by side")
    square.allowsConcurrentExecution = true
    return merge(square.execute(4).over, square.execute(5).over)
  }
  let lateSubscriber = Signal<Void, Never>.deferred {
    say("-- a late subscriber to an execution")
    let execution = square.execute(-2)
    execution.subscribe(
      next: { say("late: \($0)") },
      failed: { error in
        if case .failed(let trouble) = error { say("late: \(trouble)") }
      })
    return execution.over
  }
  return concat(early.over, oneAtATime, anError, sideBySide, lateSubscriber)
}

extension Execution {
  /// Nothing, and the end when the execution is over, however that came about.
  var over: Signal<Void, Never> { signal.ignoreValues().ignoreFailure().map { _ in } }
}
