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
  public init<A: PropertyProtocol, B: PropertyProtocol>(
    _ first: A, _ second: B, _ transform: @escaping @Sendable (A.Value, B.Value) -> Value
  ) {
    let (a, b) = (first.property.node, second.property.node)
    self.init([first.property.part, second.property.part]) { moment in
      guard let a = a.evaluate(moment), let b = b.evaluate(moment) else { return nil }
      return transform(a.value, b.value)
    }
  }

  /// A property whose value is computed from three others'. See ``init(_:_:_:)``.
  @inlinable
  public init<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol
  >(
    _ first: A, _ second: B, _ third: C,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value) -> Value
  ) {
    let (a, b, c) = (
      first.property.node, second.property.node, third.property.node
    )
    self.init([first.property.part, second.property.part, third.property.part]) { moment in
      guard let a = a.evaluate(moment), let b = b.evaluate(moment), let c = c.evaluate(moment)
      else { return nil }
      return transform(a.value, b.value, c.value)
    }
  }

  /// A property whose value is computed from four others'. See ``init(_:_:_:)``.
  @inlinable
  public init<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, D: PropertyProtocol
  >(
    _ first: A, _ second: B, _ third: C, _ fourth: D,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value) -> Value
  ) {
    let (a, b, c, d) = (
      first.property.node, second.property.node, third.property.node, fourth.property.node
    )
    self.init([first.property.part, second.property.part, third.property.part, fourth.property.part]) { moment in
      guard let a = a.evaluate(moment), let b = b.evaluate(moment), let c = c.evaluate(moment),
        let d = d.evaluate(moment)
      else { return nil }
      return transform(a.value, b.value, c.value, d.value)
    }
  }

  /// A property whose value is computed from five others'. See ``init(_:_:_:)``.
  @inlinable
  public init<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, D: PropertyProtocol, E: PropertyProtocol
  >(
    _ first: A, _ second: B, _ third: C, _ fourth: D, _ fifth: E,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value) -> Value
  ) {
    let (a, b, c, d, e) = (
      first.property.node, second.property.node, third.property.node, fourth.property.node, fifth.property.node
    )
    self.init([
      first.property.part, second.property.part, third.property.part, fourth.property.part, fifth.property.part,
    ]) { moment in
      guard let a = a.evaluate(moment), let b = b.evaluate(moment), let c = c.evaluate(moment),
        let d = d.evaluate(moment), let e = e.evaluate(moment)
      else { return nil }
      return transform(a.value, b.value, c.value, d.value, e.value)
    }
  }

  /// A property whose value is computed from six others'. See ``init(_:_:_:)``.
  @inlinable
  public init<
    A: PropertyProtocol, B: PropertyProtocol, C: PropertyProtocol, D: PropertyProtocol, E: PropertyProtocol,
    F: PropertyProtocol
  >(
    _ first: A, _ second: B, _ third: C, _ fourth: D, _ fifth: E, _ sixth: F,
    _ transform: @escaping @Sendable (A.Value, B.Value, C.Value, D.Value, E.Value, F.Value) -> Value
  ) {
    let (a, b, c, d, e, f) = (
      first.property.node, second.property.node, third.property.node, fourth.property.node, fifth.property.node,
      sixth.property.node
    )
    self.init([
      first.property.part, second.property.part, third.property.part, fourth.property.part, fifth.property.part,
      sixth.property.part,
    ]) { moment in
      guard let a = a.evaluate(moment), let b = b.evaluate(moment), let c = c.evaluate(moment),
        let d = d.evaluate(moment), let e = e.evaluate(moment), let f = f.evaluate(moment)
      else { return nil }
      return transform(a.value, b.value, c.value, d.value, e.value, f.value)
    }
  }

  /// A property whose value is computed from those of a whole collection, in its order; from no values, if it is empty.
  @inlinable
  public init<Parts: Collection>(
    combining properties: Parts, _ transform: @escaping @Sendable ([Parts.Element.Value]) -> Value
  ) where Parts.Element: PropertyProtocol {
    let properties = properties.map(\.property)
    let nodes = properties.map(\.node)
    self.init(properties.map(\.part)) { moment in
      // All are asked, so that the moment knows all that it lacks.
      let values = nodes.compactMap { $0.evaluate(moment)?.value }
      return values.count == nodes.count ? transform(values) : nil
    }
  }

  /// A property that is computed from some others.
  @inlinable
  init(_ parts: [Part], _ compute: @escaping @Sendable (Moment) -> Value?) {
    let (sources, height) = (Part.sources(of: parts), Part.height(above: parts))
    let node =
      if let only = sources.only {
        Node.ofOne(sources, only, height: height, compute)
      } else {
        Combined(sources, height: height, compute).node
      }
    self.init(node, keeping: Part.keep(of: parts))
  }

  /// What combining asks of a property, whatever its type.
  @inlinable var part: Part { Part(sources: node.sources, height: node.height, keep: keep) }
}

@frozen
@usableFromInline
struct Part: Sendable {
  @usableFromInline let sources: Sources
  @usableFromInline let height: Int
  @usableFromInline let keep: [any Sendable]

  @inlinable
  init(sources: Sources, height: Int, keep: [any Sendable]) {
    self.sources = sources
    self.height = height
    self.keep = keep
  }

  @usableFromInline static func sources(of parts: [Part]) -> Sources { Sources(of: parts.map(\.sources)) }
  @usableFromInline static func height(above parts: [Part]) -> Int { 1 + (parts.map(\.height).max() ?? 0) }
  @usableFromInline static func keep(of parts: [Part]) -> [any Sendable] { parts.flatMap(\.keep) }
}
