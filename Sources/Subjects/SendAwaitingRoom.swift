public import StreamCore

extension SubjectProtocol {
  /// Sends a value, and waits until it has been delivered and everyone who suspends senders has room for it.
  ///
  /// ```swift
  /// for reading in readings { await subject.send(awaitingRoom: reading) }
  /// ```
  ///
  /// Those are loops over ``StreamProtocol/values(buffering:)``, `deliver(on:)` and pauses under
  /// ``BufferPolicy/suspending(_:)``, and operators whose closures are asynchronous. A consumer that goes away holds
  /// nobody up. When the task is cancelled the waiting is over; the value was sent all the same. A consumer that sends
  /// to its own subject in this way, and is full, waits for itself.
  ///
  /// It has a label since an `await subject.send(value)` would take the place of the plain `send` in all asynchronous
  /// code.
  public nonisolated(nonsending) func send(awaitingRoom value: Value) async {
    let pressure = Backpressure()
    pressure.during { send(value) }
    await pressure.wait()
  }
}
