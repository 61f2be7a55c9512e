public import StreamTracing

/// Records the objects that `body` makes, and their events.
///
/// ```swift
/// let recording = try recorded { try signUp() }
/// print(recording)
/// ```
///
/// Objects of concurrent tests are not recorded. There is one recording at a time, so tests that record run one after
/// another, for example in a suite that is `.serialized`. In a build that cannot record it is empty; see ``Trace``.
public func recorded<Failure: Error>(
  capacity: Int = 100_000, _ body: () throws(Failure) -> Void
) throws(Failure) -> Recording {
  let scope = TraceScope()
  defer { scope.end() }
  return try scope.run { () throws(Failure) -> Recording in
    Trace.start(capacity: capacity)
    let result = Result { () throws(Failure) in try body() }
    let recording = scope.own(Trace.stop())
    try result.get()
    return recording
  }
}
