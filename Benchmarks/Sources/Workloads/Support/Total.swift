/// The sum of the values that subscribers receive. It has no exclusivity checks, which would distort the measurement.
///
/// Guarded by: the workload (adds on one thread at a time, and reads at the end).
final class Total: Sendable {
  @exclusivity(unchecked)
  nonisolated(unsafe) private(set) var value = 0

  func add(_ number: Int) { value &+= number }
}

/// The latest value, for code by hand. Guarded by: the workload.
final class Latest<Value: Sendable>: Sendable {
  @exclusivity(unchecked)
  nonisolated(unsafe) var value: Value?

  init(_ value: Value? = nil) { self.value = value }
}
