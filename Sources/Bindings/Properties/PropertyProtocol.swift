public import StreamCore

/// A stream that has a current value: what ``MutableProperty`` and ``Property`` have in common.
public protocol PropertyProtocol<Value>: StreamProtocol where Failure == Never {
  /// The current value.
  var value: Value { get }

  /// The property, to read and to watch only.
  var property: Property<Value> { get }
}

extension PropertyProtocol {
  /// A property whose value is computed from this one's.
  ///
  ///     property     a---b---c|
  ///     map(f)       A---B---C|     A = f(a), …
  ///
  /// `transform` runs once for every change, however many watch the result or read it, and not at all while nobody does; should several threads ask for a
  /// change at the same moment, each may run it. The result keeps this property alive, and is not kept by it. Delivers where this property is set.
  @inlinable
  public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Property<Output> {
    let property = self.property
    return Property(property.node.mapped(transform), keeping: property.keep)
  }

  /// A property whose value is that of the property that `transform` chooses.
  ///
  ///     property     a-----b--------|
  ///     f(a)         1--2-----3
  ///     f(b)         7-------8-----9|
  ///     flatMap(f)   1--2--7-8-----9|
  ///
  /// `transform` runs once for every change of this property. The result keeps this property and the chosen one alive; while it is only observed, the chosen
  /// one is kept for as long as this one lives. It ends when both have. Delivers where either is set.
  @inlinable
  public func flatMap<Chosen: PropertyProtocol>(
    _ transform: @escaping @Sendable (Value) -> Chosen
  ) -> Property<Chosen.Value> {
    property.joined { transform($0).property }
  }
}
