import Rill

/// Maps and combinations: properties with inputs fixed at creation.
enum RillStatic<Number: Numeric & Sendable>: GraphEngine {
  typealias Source = MutableProperty<Number>
  typealias Node = Property<Number>
  typealias List = Property<[Number]>
  typealias Values = [Number]

  static var hasFixedInputs: Bool { true }

  @inline(__always) static func source(_ value: Number) -> Source { MutableProperty(value) }
  @inline(__always) static func node(_ source: Source) -> Node { source.property }
  @inline(__always) static func set(_ source: Source, _ value: Number) { source.value = value }
  @inline(__always) static func batch(_ body: () -> Void) { Rill.batch(body) }
  @inline(__always) static func value(_ node: Node) -> Number { node.value }

  @inline(__always) static func map(_ node: Node, _ transform: @escaping @Sendable (Number) -> Number) -> Node {
    node.map(transform)
  }

  @inline(__always) static func combine(
    _ a: Node, _ b: Node, _ transform: @escaping @Sendable (Number, Number) -> Number
  ) -> Node {
    Property(a, b, by: transform)
  }

  @inline(__always) static func combine(_ nodes: [Node], _ transform: @escaping @Sendable ([Number]) -> Number) -> Node
  {
    Property(combining: nodes, transform)
  }

  @inline(__always) static func list(_ nodes: [Node], _ transform: @escaping @Sendable ([Number]) -> [Number]) -> List {
    Property(combining: nodes, transform)
  }

  @inline(__always) static func combine(
    _ list: List, _ nodes: [Node], _ transform: @escaping @Sendable ([Number], [Number]) -> Number
  ) -> Node {
    Property(list, Property<[Number]>(combining: nodes) { $0 }, by: transform)
  }

  @inline(__always) static func element(_ index: Int, of list: List) -> Node { list.map { $0[index] } }

  @inline(__always) static func distinct(_ node: Node) -> Node { node.distinctUntilChanged() }

  @inline(__always) static func choose(
    _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node {
    choice.flatMap { isOne($0) ? one : other }
  }

  @inline(__always) static func effect(_ node: Node, _ body: @escaping @Sendable (Number) -> Void) -> Disposable {
    node.subscribe(body)
  }

  @inline(__always) static func effect(_ a: Node, _ b: Node, _ body: @escaping @Sendable (Number, Number) -> Void)
    -> Disposable
  {
    Property(a, b, by: body).subscribe {}
  }

  @inline(__always) static func effect(
    _ a: Node, _ b: Node, _ c: Node, _ d: Node, _ body: @escaping @Sendable (Number, Number, Number, Number) -> Void
  ) -> Disposable {
    Property(a, b, c, d, by: body).subscribe {}
  }

  @inline(__always) static func effect(_ nodes: [Node], _ body: @escaping @Sendable ([Number]) -> Void) -> Disposable {
    Property(combining: nodes, body).subscribe {}
  }

  @inline(__always) static func end(_ effects: inout [Disposable]) {
    for effect in effects { effect.dispose() }
    effects = []
  }
}
