// An operator or a stream behind another stream: rule 5.

import Synchronization

extension OperatorCase {
  /// Compares the operator's events with those behind another stream.
  ///
  /// The source sends during its attachment, and may follow another stream itself. So an operator breaks the rule if it
  /// attaches a stream to its own subscription and then depends on it: see ``Succession``.
  func following() {
    for script in scripts {
      for isFollower in [false, true] {
        let expected = synchronousRun(script, isFollower) { $0 }
        for (name, end) in earlierEnds {
          let events = synchronousRun(script, isFollower) { $0.following(end) }
          if events != expected { breach(.following, difference(name, events, expected)) }
        }
      }
    }
  }

  /// Returns the events for a source that sends a script during its attachment.
  private func synchronousRun(
    _ script: Script, _ isFollower: Bool,
    _ move: (Signal<Output.Value, Output.Failure>) -> Signal<Output.Value, Output.Failure>
  ) -> [String] {
    let runs = Atomic(0)
    let source = Signal<Value, Failure>(attaching: { sink, subscription in
      // Otherwise `repeat` and `retry` would not end.
      if runs.add(1, ordering: .relaxed).newValue > 3 { return }
      for event in script where subscription.isActive { sink.send(event) }
    })
    let listener = Listener(locks)
    let stream = move(make(isFollower ? source.following(.completed) : source).signal)
    // In virtual time: a step of a succession runs after the source has returned, and may start a task.
    traits.time?.perform { listener.listen(to: stream) } ?? listener.listen(to: stream)
    traits.runPending()
    listener.subscription.dispose()
    return listener.events
  }
}

extension StreamCase {
  /// Compares the stream's events with those behind another stream.
  func following() {
    guard !traits.shares else { return }
    let expected = run(make(), until: window).events
    for (name, end) in earlierEnds {
      // A released subject would complete.
      let stream = make()
      let events = withExtendedLifetime(stream) { run(stream.signal.following(end), until: window).events }
      if events != expected { breach(.following, difference(name, events, expected)) }
    }
  }
}

/// The operators behind which a stream is checked, and the ends that they follow.
private let earlierEnds: [(name: String, end: Completion<TestFailure>)] = [
  ("then", .completed), ("catch", .failed(TestFailure())),
]

private func difference(_ name: String, _ found: [String], _ expected: [String]) -> String {
  "behind `\(name)` it sent \(found), and to a direct subscriber \(expected)."
}

extension Signal {
  /// Attaches the stream to the subscription of one that ends immediately, as `then` and `catch` do.
  fileprivate func following(_ end: Completion<TestFailure>) -> Signal {
    Signal<Value, TestFailure>(attaching: { sink, _ in sink.end(end) })
      .followed { _ in (next: { _ in }, decide: { _ in .attach(self) }) }
  }
}
