public import StreamTracing

/// Records the objects that `body` makes, and their events.
///
/// ```swift
/// let recording = try recorded { try signUp() }
/// print(recording)
/// ```
///
/// Objects of concurrent tests are not recorded, and their recordings do not disturb this one. A test that calls
/// ``Trace/start(privacy:capacity:)`` does, because it ends all others. In a build that cannot record the recording is
/// empty; see ``Trace``. `capacity` is the least number of events that are kept.
public func recorded<Failure: Error>(
  capacity: Int = 100_000, _ body: () throws(Failure) -> Void
) throws(Failure) -> Recording {
  let scope = TraceScope()
  defer { scope.end() }
  return try scope.record(capacity) { () throws(Failure) -> Recording in
    try body()
    return scope.recording
  }
}
