public import StreamCore

extension Property {
  /// A property whose value is computed from two others'.
  ///
  ///     first     1-----2---|
  ///     second    a--b------|
  ///     combined  p--q--r---|     p = f(1, a), q = f(1, b), r = f(2, b)
  ///
  /// Never from an old value of one and a new one of the other: see ``Property``. Delivers where one of them is set.
  @inlinable
  public init<
    A: PropertyProtocol, B: PropertyProtocol
  >(
    _ first: A, _ second: B,
    _ transform: @escaping @Sendable (A.Value, B.Value) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let (a, b) = (first.property, second.property)
    let node = GraphThread.derive(Value.self, from: [a.node, b.node]) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action) }
      thread.compute(
        node, from: (thread.value(of: node.input(0), A.Value.self), thread.value(of: node.input(1), B.Value.self))
      ) {
        transform($0.0, $0.1)
      }
    }
    self.init(node, CallSite(fileID, line).naming(.derived, by: function), keeping: a.owner, b.owner)
  }

  /// A property whose value is computed from three others'. See ``init(_:_:_:fileID:line:function:)``.
  @inlinable
  public init<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol
  >(
    _ first: A, _ second: B, _ third: C,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let (a, b, c) = (first.property, second.property, third.property)
    let node = GraphThread.derive(Value.self, from: [a.node, b.node, c.node]) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action) }
      thread.compute(
        node,
        from: (
          thread.value(of: node.input(0), A.Value.self), thread.value(of: node.input(1), B.Value.self),
          thread.value(of: node.input(2), C.Value.self)
        )
      ) { transform($0.0, $0.1, $0.2) }
    }
    self.init(node, CallSite(fileID, line).naming(.derived, by: function), keeping: Kept([a.owner, b.owner, c.owner]))
  }

  /// A property whose value is computed from four others'. See ``init(_:_:_:fileID:line:function:)``.
  @inlinable
  public init<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, D: PropertyProtocol
  >(
    _ first: A, _ second: B, _ third: C, _ fourth: D,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let (a, b, c, d) = (first.property, second.property, third.property, fourth.property)
    let node = GraphThread.derive(Value.self, from: [a.node, b.node, c.node, d.node]) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action) }
      thread.compute(
        node,
        from: (
          thread.value(of: node.input(0), A.Value.self), thread.value(of: node.input(1), B.Value.self),
          thread.value(of: node.input(2), C.Value.self), thread.value(of: node.input(3), D.Value.self)
        )
      ) { transform($0.0, $0.1, $0.2, $0.3) }
    }
    self.init(
      node, CallSite(fileID, line).naming(.derived, by: function), keeping: Kept([a.owner, b.owner, c.owner, d.owner]))
  }

  /// A property whose value is computed from those of a collection, in its order.
  ///
  /// An empty collection has no values, and its result never changes.
  @inlinable
  public init<Parts: Collection>(
    combining properties: Parts, _ transform: @escaping @Sendable ([Parts.Element.Value]) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Parts.Element: PropertyProtocol {
    let properties = properties.map(\.property)
    let spare = SpareArray<Parts.Element.Value>()
    let node = GraphThread.derive(Value.self, from: properties.map(\.node)) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action) }
      var values = spare.take()
      var next = node.pointee.firstInput
      while let link = next {
        values.append(thread.value(of: link.pointee.input, Parts.Element.Value.self))
        next = link.pointee.nextInput
      }
      thread.beginComputing(node)
      var value: Value? = transform(values)
      values.removeAll(keepingCapacity: true)
      let outcome = thread.endComputing(node)
      spare.give(values)
      thread.store(&value, in: node, outcome)
    }
    self.init(node, CallSite(fileID, line).naming(.derived, by: function), keeping: Kept(properties.map(\.owner)))
  }
}

/// The memory of the array passed to a closure.
///
/// It is used again for the next run unless the closure has kept the array.
@usableFromInline
final class SpareArray<Element: Sendable>: Sendable {
  /// Guarded by: the region's lock. Empty.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var array: [Element] = []

  @inlinable init() {}

  @inlinable
  func take() -> [Element] {
    var taken: [Element] = []
    swap(&taken, &array)
    return taken
  }

  @inlinable
  func give(_ array: [Element]) { self.array = array }
}
