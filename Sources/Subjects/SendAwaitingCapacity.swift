public import StreamCore

extension SubjectProtocol {
  /// Sends a value, and waits until every consumer that suspends senders has capacity for it.
  ///
  /// ```swift
  /// for reading in readings { await subject.send(awaitingCapacity: reading) }
  /// ```
  ///
  /// These consumers are loops over ``StreamProtocol/values(buffering:)``, `deliver(on:)` and `paused(by:)` under
  /// ``BufferPolicy/suspending(_:)``, and operators with asynchronous closures. A consumer that is disposed suspends no
  /// sender. Cancelling the task ends the wait; the value was sent all the same. A full consumer that sends to its own
  /// subject in this way waits for itself.
  ///
  /// The label keeps it apart from the plain `send`, which `await subject.send(value)` would otherwise replace in
  /// asynchronous code.
  public nonisolated(nonsending) func send(awaitingCapacity value: Value) async {
    let pressure = Backpressure()
    pressure.during { send(value) }
    await pressure.wait()
  }
}
