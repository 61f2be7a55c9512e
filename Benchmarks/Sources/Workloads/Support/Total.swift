/// Where the subscribers of all libraries add up what they get. Nobody pays for an exclusivity check here: it is not what is measured.
///
/// Guard: every workload adds from one thread at a time, and reads when all is over.
final class Total: Sendable {
  @exclusivity(unchecked)
  nonisolated(unsafe) private(set) var value = 0

  func add(_ number: Int) { value &+= number }
}

/// What came last, for those who do it by hand. The same guard.
final class Latest<Value: Sendable>: Sendable {
  @exclusivity(unchecked)
  nonisolated(unsafe) var value: Value?

  init(_ value: Value? = nil) { self.value = value }
}
