extension LazyStream {
  /// Applies a rule to each element when the result is read. Operators are made with it; see ``Operator``.
  ///
  /// The rule receives each element once, in order. Elements that it skips are passed over in a loop. Once it has
  /// finished, no further element of this stream is computed. The state of the rule belongs to the result.
  @inlinable
  public func apply<Rule: Operator>(_ rule: Rule) -> LazyStream<Rule.Output> where Rule.Input == Element {
    let driver = PullDriver(rule, self)
    return LazyStream<Rule.Output>(producing: { driver.next() })
  }
}

/// One run of a rule.
///
/// Guarded by: ``LazyCell`` (it calls a producer serially).
@usableFromInline
final class PullDriver<Rule: Operator>: Sendable {
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var rule: Rule
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var source: LazyStream<Rule.Input>.Iterator?

  /// Whether the rule finished before the source. Then it is not asked for remaining values.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var hasFinished = false

  @inlinable
  init(_ rule: Rule, _ source: LazyStream<Rule.Input>) {
    self.rule = rule
    self.source = source.makeIterator()
  }

  @inlinable
  func next() -> Rule.Output? {
    while let input = source?.next() {
      switch rule.step(input) {
      case .emit(let output): return output
      case .skip: continue
      case .emitAndFinish(let output):
        stop()
        return output
      case .finish:
        stop()
      }
    }
    source = nil
    return hasFinished ? nil : rule.finish()
  }

  /// Releases the source immediately, because the rule needs no further element.
  @inlinable
  func stop() {
    hasFinished = true
    source = nil
  }
}
