import StreamTracing

/// Fails the test if something that `body` has made is alive afterwards: a subscription, a subject, a property or a
/// command. Each is named by the place that made it, with what keeps it.
///
/// ```swift
/// expectNoLeaks {
///   let model = SignUpModel(service: .stub)
///   model.email = "ada@example.org"
/// }
/// ```
///
/// Only what the body makes counts, and what the tasks make that it waits for; tests beside this one do not disturb it.
/// Gives back what the body returns; what that holds is alive and so counts as left.
@discardableResult
public func expectNoLeaks<Result, Failure: Error>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let scope = TraceScope()
  defer { scope.end() }
  let result = try scope.run(body)
  tell(scope.alive, CallSite(fileID, filePath, line, column))
  return result
}

/// Fails the test if something that `body` has made is alive afterwards; work that it has left to tasks and actors may
/// end first, as long as that takes no more than ten thousand turns. See
/// ``expectNoLeaks(fileID:filePath:line:column:_:)-(_,_,_,_,()throws(Failure)->Result)``.
@discardableResult
public nonisolated(nonsending) func expectNoLeaks<Result>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let scope = TraceScope()
  defer { scope.end() }
  let result = try await scope.run(body)
  var turns = 0
  while !scope.alive.places.isEmpty, turns < 10_000 {
    await Task.yield()
    turns += 1
  }
  tell(scope.alive, CallSite(fileID, filePath, line, column))
  return result
}

private func tell(_ alive: AliveReport, _ site: CallSite) {
  if !alive.places.isEmpty { report("Alive when all should be gone:\n\(alive)", at: site) }
}
