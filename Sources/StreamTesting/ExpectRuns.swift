import StreamTracing

/// Fails the test if `body` makes code run more often, or less often, than a budget allows.
///
/// ```swift
/// let cart = Cart()
/// expectRuns(...2) { cart.price = 3 }     // `total` is computed, and a handler runs
/// ```
///
/// It counts computations of derived properties, runs of effects, executions of commands that begin, and calls of
/// handlers that were subscribed in the body. Handlers that were subscribed before are not known. It counts the runs
/// that this call and its tasks cause, so concurrent tests do not interfere. The failure lists the counts, each with
/// the place that made the property, effect, command or subscription. Returns the result of the body.
@discardableResult
public func expectRuns<Result, Failure: Error>(
  _ budget: some RangeExpression<Int>,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let (runs, scope) = (RunCount(), TraceScope())
  defer { scope.end() }
  let result = try scope.run { () throws(Failure) in try runs.run(body) }
  check(runs, budget, at: CallSite(fileID, filePath, line, column))
  return result
}

/// Fails the test if the asynchronous `body` makes code run more often, or less often, than a budget allows.
///
/// See ``expectRuns(_:fileID:filePath:line:column:_:)-(_,_,_,_,_,()throws(Failure)->Result)``.
@discardableResult
public nonisolated(nonsending) func expectRuns<Result>(
  _ budget: some RangeExpression<Int>,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let (runs, scope) = (RunCount(), TraceScope())
  defer { scope.end() }
  let result = try await scope.run { try await runs.run(body) }
  check(runs, budget, at: CallSite(fileID, filePath, line, column))
  return result
}

/// Fails the test if `body` computes a derived property without a change, and something else runs because of it.
///
/// ```swift
/// expectNoWaste { cart.note = "for Ada" }      // fails if this computes the total again
/// ```
///
/// Put `distinctUntilChanged()` behind a property that often has the same value: it stops there, and is no waste. The
/// values of strings and of types without references are compared; others count as changed. The failure lists the
/// properties, each with the place that made it. Returns the result of the body.
@discardableResult
public func expectNoWaste<Result, Failure: Error>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let (runs, scope) = (RunCount(), TraceScope())
  defer { scope.end() }
  let result = try scope.run { () throws(Failure) in try runs.run(body) }
  let wasted = runs.wasted
  if !wasted.isEmpty {
    report(
      "These properties were computed, and had the same value as before:\n\(list(wasted))",
      at: CallSite(fileID, filePath, line, column))
  }
  return result
}

private func check(_ runs: RunCount, _ budget: some RangeExpression<Int>, at site: CallSite) {
  let counts = runs.counts
  let sum = counts.reduce(0) { $0 + $1.count }
  if budget.contains(sum) { return }
  let most = (budget as? PartialRangeThrough<Int>).map { "at most \($0.upperBound)" } ?? "\(budget)"
  report("The budget is \(most), and code ran \(sum) times:\n\(list(counts))", at: site)
}

private func list(_ counts: [(label: String, count: Int)]) -> String {
  counts.map { "\($0.count) × \($0.label)" }.joined(separator: "\n")
}
