extension LazyStream {
  /// The stream with a rule applied to each element, when the result is read. This is how an operator is made; see
  /// ``Operator``.
  ///
  /// The rule sees each element once, in order; elements that it skips are passed over in a loop. Once it has finished,
  /// no more of this stream is computed. The state of the rule belongs to the result.
  @inlinable
  public func apply<Rule: Operator>(_ rule: Rule) -> LazyStream<Rule.Output> where Rule.Input == Element {
    let driver = PullDriver(rule, self)
    return LazyStream<Rule.Output>(producing: { driver.next() })
  }
}

/// One run of a rule.
///
/// Guard for its state: ``Node`` calls a producer once at a time, and each call after the one before it.
@usableFromInline
final class PullDriver<Rule: Operator>: Sendable {
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var rule: Rule
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var source: LazyStream<Rule.Input>.Iterator?
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

  /// Lets go of the source at once: what is left of it is not wanted.
  @inlinable
  func stop() {
    hasFinished = true
    source = nil
  }
}
