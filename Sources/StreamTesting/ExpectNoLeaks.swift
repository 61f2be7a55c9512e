import StreamTracing

/// Fails the test if a subscription, subject, property or command made by `body` is alive afterwards.
///
/// Each is named by the place that made it, with the objects that retain it.
///
/// ```swift
/// expectNoLeaks {
///   let model = SignUpModel(service: .stub)
///   model.email = "ada@example.org"
/// }
/// ```
///
/// Counts only objects made by the body and by tasks that it waits for; concurrent tests do not interfere. Returns the
/// result of the body; objects that the result retains count as leaked.
@discardableResult
public func expectNoLeaks<Result, Failure: Error>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let scope = TraceScope()
  defer { scope.end() }
  let result = try scope.run(body)
  reportLeaks(scope.alive, CallSite(fileID, filePath, line, column))
  return result
}

/// Fails the test if an object made by the asynchronous `body` is alive afterwards.
///
/// Tasks and actors may finish their work first, within ten thousand yields or one second, whichever is longer. See
/// ``expectNoLeaks(fileID:filePath:line:column:_:)-(_,_,_,_,()throws(Failure)->Result)``.
@discardableResult
public nonisolated(nonsending) func expectNoLeaks<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let scope = TraceScope()
  defer { scope.end() }
  let result = try await scope.run(body)
  // A thread that has just finished the work may still hold the last reference, and wait for a core.
  let deadline = ContinuousClock.now + .seconds(1)
  var turns = 0
  while !scope.alive.places.isEmpty, turns < 10_000 || ContinuousClock.now < deadline {
    await Task.yield()
    turns += 1
  }
  reportLeaks(scope.alive, CallSite(fileID, filePath, line, column))
  return result
}

private func reportLeaks(_ alive: AliveReport, _ site: CallSite) {
  if !alive.places.isEmpty { report("These objects are still alive after the body:\n\(alive)", at: site) }
}
