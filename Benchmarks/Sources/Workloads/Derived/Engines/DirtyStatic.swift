/// Dirty flags with inputs fixed at creation.
enum DirtyStatic<Kind: DirtyKind>: GraphEngine {
  typealias Number = Kind.Number
  typealias Node = Kind.Cell
  typealias List = Kind.List
  typealias Effect = Kind.Effect
  typealias Values = Kind.Inputs

  static var hasFixedInputs: Bool { true }

  @inline(__always) static func source(_ value: Number) -> Node { Node(value) }
  @inline(__always) static func node(_ source: Node) -> Node { source }
  @inline(__always) static func set(_ source: Node, _ value: Number) { source.set(value) }
  @inline(__always) static func batch(_ body: () -> Void) { Kind.batch(body) }
  @inline(__always) static func value(_ node: Node) -> Number { node.present }

  @inline(__always) static func map(_ node: Node, _ transform: @escaping @Sendable (Number) -> Number) -> Node {
    Node([node.base]) { transform(node.present) }
  }

  @inline(__always) static func combine(
    _ a: Node, _ b: Node, _ transform: @escaping @Sendable (Number, Number) -> Number
  ) -> Node {
    Node([a.base, b.base]) { transform(a.present, b.present) }
  }

  @inline(__always) static func combine(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> Number) -> Node {
    Node(nodes.map(\.base)) { [values = Values(nodes)] in transform(values) }
  }

  @inline(__always) static func list(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> [Number]) -> List {
    List(nodes.map(\.base)) { [values = Values(nodes)] in transform(values) }
  }

  @inline(__always) static func combine(
    _ list: List, _ nodes: [Node], _ transform: @escaping @Sendable ([Number], Values) -> Number
  ) -> Node {
    Node([list.base] + nodes.map(\.base)) { [values = Values(nodes)] in transform(list.present, values) }
  }

  @inline(__always) static func element(_ index: Int, of list: List) -> Node {
    Node([list.base]) { list.present[index] }
  }

  @inline(__always) static func effect(_ node: Node, _ body: @escaping @Sendable (Number) -> Void) -> Effect {
    Effect([node.base]) { body(node.present) }
  }

  @inline(__always) static func effect(_ a: Node, _ b: Node, _ body: @escaping @Sendable (Number, Number) -> Void)
    -> Effect
  {
    Effect([a.base, b.base]) { body(a.present, b.present) }
  }

  @inline(__always) static func effect(
    _ a: Node, _ b: Node, _ c: Node, _ d: Node, _ body: @escaping @Sendable (Number, Number, Number, Number) -> Void
  ) -> Effect {
    Effect([a.base, b.base, c.base, d.base]) { body(a.present, b.present, c.present, d.present) }
  }

  @inline(__always) static func effect(_ nodes: [Node], _ body: @escaping @Sendable (Values) -> Void) -> Effect {
    Effect(nodes.map(\.base)) { [values = Values(nodes)] in body(values) }
  }

  @inline(__always) static func end(_ effects: inout [Effect]) { effects = [] }
}
