extension Atomic where Value: FixedWidthInteger {
  private func update(
    _ name: String, _ ordering: AtomicUpdateOrdering, _ place: SourcePlace, to change: (Value) -> Value
  ) -> (oldValue: Value, newValue: Value) {
    let old = update(name, ordering, place) { Self.word(change(Self.value($0))) }
    return (old, change(old))
  }

  /// Adds; traps on overflow.
  @discardableResult
  public func add(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("add", ordering, SourcePlace(fileID, line)) { $0 + operand }
  }

  /// Subtracts; traps on overflow.
  @discardableResult
  public func subtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("subtract", ordering, SourcePlace(fileID, line)) { $0 - operand }
  }

  /// Adds, and wraps round on overflow.
  @discardableResult
  public func wrappingAdd(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("wrappingAdd", ordering, SourcePlace(fileID, line)) { $0 &+ operand }
  }

  /// Subtracts, and wraps round on overflow.
  @discardableResult
  public func wrappingSubtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("wrappingSubtract", ordering, SourcePlace(fileID, line)) { $0 &- operand }
  }

  /// Keeps the bits that are set in both.
  @discardableResult
  public func bitwiseAnd(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("bitwiseAnd", ordering, SourcePlace(fileID, line)) { $0 & operand }
  }

  /// Sets the bits that are set in either.
  @discardableResult
  public func bitwiseOr(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("bitwiseOr", ordering, SourcePlace(fileID, line)) { $0 | operand }
  }

  /// Sets the bits that are set in one of the two.
  @discardableResult
  public func bitwiseXor(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("bitwiseXor", ordering, SourcePlace(fileID, line)) { $0 ^ operand }
  }

  /// Keeps the smaller of the two.
  @discardableResult
  public func min(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("min", ordering, SourcePlace(fileID, line)) { Swift.min($0, operand) }
  }

  /// Keeps the larger of the two.
  @discardableResult
  public func max(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("max", ordering, SourcePlace(fileID, line)) { Swift.max($0, operand) }
  }
}

extension Atomic where Value == Bool {
  /// Keeps whether both are true.
  @discardableResult
  public func logicalAnd(
    _ operand: Bool, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Bool, newValue: Bool) {
    let old = update("logicalAnd", ordering, SourcePlace(fileID, line)) { Self.word(Self.value($0) && operand) }
    return (old, old && operand)
  }

  /// Keeps whether either is true.
  @discardableResult
  public func logicalOr(
    _ operand: Bool, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Bool, newValue: Bool) {
    let old = update("logicalOr", ordering, SourcePlace(fileID, line)) { Self.word(Self.value($0) || operand) }
    return (old, old || operand)
  }
}

/// Orders the memory operations around it, as `Synchronization.atomicMemoryFence(ordering:)` does: relaxed loads before
/// one that acquires have acquired, and relaxed stores after one that releases release.
public func atomicMemoryFence(ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line) {
  guard let thread = LogicalThread.current else { return }
  let (order, execution) = (MemoryOrder(ordering), thread.execution)
  if order.isTotal { execution.arrive(thread, at: Operation(kind: .update, object: 0, isTotal: true)) }
  thread.tick()
  if order.acquires { thread.clock.join(thread.found) }
  if order.isTotal {
    thread.clock.join(execution.totalOrder)
    execution.totalOrder.join(thread.clock)
  }
  if order.releases { thread.promised = thread.clock }
  thread.tick()
  execution.record(thread, SourcePlace(fileID, line)) { "fence \(order.name)" }
}
