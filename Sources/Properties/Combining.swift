public import StreamCore

extension Property {
  /// A property whose value is computed from two or more others'.
  ///
  ///     first     1-----2---|
  ///     second    a--b------|
  ///     combined  p--q--r---|     p = f(1, a), q = f(1, b), r = f(2, b)
  ///
  /// Never from an old value of one and a new one of the other: see ``Property``. Delivers where one of them is set.
  @inlinable
  public init<First: PropertyProtocol, Second: PropertyProtocol, each Other: PropertyProtocol>(
    _ first: First, _ second: Second, _ others: repeat each Other,
    by transform: @escaping @Sendable (First.Value, Second.Value, repeat (each Other).Value) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    let (first, second) = (first.property, second.property)
    var (nodes, owners) = ([first.node, second.node], [second.owner as AnyObject])
    for other in repeat each others {
      let other = other.property
      nodes.append(other.node)
      owners.append(other.owner)
    }
    let node = GraphThread.derive(Value.self, from: nodes) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action) }
      thread.compute(node, transform)
    }
    self.init(
      node, CallSite(fileID, line).naming(.derived, by: function),
      keeping: first.owner, owners)
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
      let new = thread.endComputing(node)
      spare.give(values)
      thread.store(&value, in: node, new)
    }
    self.init(node, CallSite(fileID, line).naming(.derived, by: function), keeping: nil, properties.map(\.owner))
  }
}

extension GraphThread {
  /// Computes the value of a node from the values of its inputs, which are two or more.
  @inlinable
  func compute<First, Second, each Other, Value>(
    _ node: NodeRef, _ transform: (First, Second, repeat each Other) -> Value
  ) {
    var link = node.pointee.firstInput
    var inputs: (First, Second, (repeat each Other))? = (
      nextValue(First.self, &link), nextValue(Second.self, &link), (repeat nextValue((each Other).self, &link))
    )
    beginComputing(node)
    var value: Value? = transform(
      inputs.unsafelyUnwrapped.0, inputs.unsafelyUnwrapped.1, repeat each inputs.unsafelyUnwrapped.2)
    inputs = nil
    store(&value, in: node, endComputing(node))
  }

  /// Returns the value of an input, and advances to the next one.
  @inlinable
  func nextValue<Input>(_ type: Input.Type, _ link: inout LinkRef?) -> Input {
    defer { link = link.unsafelyUnwrapped.pointee.nextInput }
    return value(of: link.unsafelyUnwrapped.pointee.input, type)
  }
}

/// The memory of the array passed to a closure.
///
/// It is used again for the next run unless the closure has kept the array.
@usableFromInline
final class SpareArray<Element: Sendable>: Sendable {
  /// It is empty. Guarded by: the region's lock.
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
