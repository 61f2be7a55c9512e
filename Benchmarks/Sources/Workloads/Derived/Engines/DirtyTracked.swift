/// Dirty flags with tracked reads.
enum DirtyTracked<Kind: DirtyKind>: GraphEngine {
  typealias Number = Kind.Number
  typealias Node = Kind.Cell
  typealias List = Kind.List
  typealias Effect = Kind.Effect

  struct Values: RandomAccessCollection, Sendable {
    let nodes: [Node]
    var startIndex: Int { 0 }
    var endIndex: Int { nodes.count }
    @inline(__always) subscript(index: Int) -> Number { nodes[index].value }
  }

  static var hasFixedInputs: Bool { false }

  @inline(__always) static func source(_ value: Number) -> Node { Node(value) }
  @inline(__always) static func node(_ source: Node) -> Node { source }
  @inline(__always) static func set(_ source: Node, _ value: Number) { source.set(value) }
  @inline(__always) static func batch(_ body: () -> Void) { Kind.batch(body) }
  @inline(__always) static func value(_ node: Node) -> Number { node.value }

  @inline(__always) static func map(_ node: Node, _ transform: @escaping @Sendable (Number) -> Number) -> Node {
    Node(tracking: { transform(node.value) })
  }

  @inline(__always) static func combine(
    _ a: Node, _ b: Node, _ transform: @escaping @Sendable (Number, Number) -> Number
  ) -> Node {
    Node(tracking: { transform(a.value, b.value) })
  }

  @inline(__always) static func combine(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> Number) -> Node {
    Node(tracking: { transform(Values(nodes: nodes)) })
  }

  @inline(__always) static func list(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> [Number]) -> List {
    List(tracking: { transform(Values(nodes: nodes)) })
  }

  @inline(__always) static func combine(
    _ list: List, _ nodes: [Node], _ transform: @escaping @Sendable ([Number], Values) -> Number
  ) -> Node {
    Node(tracking: { transform(list.value, Values(nodes: nodes)) })
  }

  @inline(__always) static func element(_ index: Int, of list: List) -> Node {
    Node(tracking: { list.value[index] })
  }

  @inline(__always) static func sum(of reads: Int, _ node: Node) -> Node {
    Node(tracking: {
      var sum = Number.zero
      for _ in 0..<reads { sum += node.value }
      return sum
    })
  }

  @inline(__always) static func sum(
    of reads: Int, _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node {
    Node(tracking: {
      var sum = Number.zero
      for _ in 0..<reads { sum += isOne(choice.value) ? one.value : other.value }
      return sum
    })
  }

  @inline(__always) static func choose(
    _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node {
    Node(tracking: { isOne(choice.value) ? one.value : other.value })
  }

  @inline(__always) static func effect(_ node: Node, _ body: @escaping @Sendable (Number) -> Void) -> Effect {
    Effect(tracking: { body(node.value) })
  }

  @inline(__always) static func effect(_ a: Node, _ b: Node, _ body: @escaping @Sendable (Number, Number) -> Void)
    -> Effect
  {
    Effect(tracking: { body(a.value, b.value) })
  }

  @inline(__always) static func effect(
    _ a: Node, _ b: Node, _ c: Node, _ d: Node, _ body: @escaping @Sendable (Number, Number, Number, Number) -> Void
  ) -> Effect {
    Effect(tracking: { body(a.value, b.value, c.value, d.value) })
  }

  @inline(__always) static func effect(_ nodes: [Node], _ body: @escaping @Sendable (Values) -> Void) -> Effect {
    Effect(tracking: { body(Values(nodes: nodes)) })
  }

  @inline(__always) static func end(_ effects: inout [Effect]) { effects = [] }
}
