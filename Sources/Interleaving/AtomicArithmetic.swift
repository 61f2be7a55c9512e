extension Atomic where Value: FixedWidthInteger {
  private func update(
    _ name: String, _ ordering: AtomicUpdateOrdering, _ place: SourcePlace, to change: (Value) -> Value
  ) -> (oldValue: Value, newValue: Value) {
    let old = update(name, ordering, place) { Self.word(change(Self.value($0))) }
    return (old, change(old))
  }

  /// Adds a value; traps on overflow.
  @discardableResult
  public func add(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("add", ordering, SourcePlace(fileID, line)) { $0 + operand }
  }

  /// Subtracts a value; traps on overflow.
  @discardableResult
  public func subtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("subtract", ordering, SourcePlace(fileID, line)) { $0 - operand }
  }

  /// Adds a value with wrap-around.
  @discardableResult
  public func wrappingAdd(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("wrappingAdd", ordering, SourcePlace(fileID, line)) { $0 &+ operand }
  }

  /// Subtracts a value with wrap-around.
  @discardableResult
  public func wrappingSubtract(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("wrappingSubtract", ordering, SourcePlace(fileID, line)) { $0 &- operand }
  }

  /// Stores the bitwise AND.
  @discardableResult
  public func bitwiseAnd(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("bitwiseAnd", ordering, SourcePlace(fileID, line)) { $0 & operand }
  }

  /// Stores the bitwise OR.
  @discardableResult
  public func bitwiseOr(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("bitwiseOr", ordering, SourcePlace(fileID, line)) { $0 | operand }
  }

  /// Stores the bitwise XOR.
  @discardableResult
  public func bitwiseXor(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("bitwiseXor", ordering, SourcePlace(fileID, line)) { $0 ^ operand }
  }

  /// Stores the smaller of the two values.
  @discardableResult
  public func min(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("min", ordering, SourcePlace(fileID, line)) { Swift.min($0, operand) }
  }

  /// Stores the larger of the two values.
  @discardableResult
  public func max(
    _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Value, newValue: Value) {
    update("max", ordering, SourcePlace(fileID, line)) { Swift.max($0, operand) }
  }
}

extension Atomic where Value == Bool {
  /// Stores the logical AND.
  @discardableResult
  public func logicalAnd(
    _ operand: Bool, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Bool, newValue: Bool) {
    let old = update("logicalAnd", ordering, SourcePlace(fileID, line)) { Self.word(Self.value($0) && operand) }
    return (old, old && operand)
  }

  /// Stores the logical OR.
  @discardableResult
  public func logicalOr(
    _ operand: Bool, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line
  ) -> (oldValue: Bool, newValue: Bool) {
    let old = update("logicalOr", ordering, SourcePlace(fileID, line)) { Self.word(Self.value($0) || operand) }
    return (old, old || operand)
  }
}

/// Orders the memory operations around it, as `Synchronization.atomicMemoryFence(ordering:)` does.
///
/// An acquiring fence makes the relaxed loads before it acquire. A releasing fence makes the relaxed stores after it
/// release.
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
