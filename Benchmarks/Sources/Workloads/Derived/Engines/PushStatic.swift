/// Nodes recomputed in the order of their heights.
enum PushStatic<Number: Numeric & Sendable>: GraphEngine {
  typealias Node = PushCell<Number>
  typealias List = PushCell<[Number]>

  /// Unretained elements: counting their references would take most of the time, and the closure retains them.
  struct Values: RandomAccessCollection, Sendable {
    private let nodes: [Node]
    private let references: [Unmanaged<Node>]
    init(nodes: [Node]) {
      self.nodes = nodes
      references = nodes.map { .passUnretained($0) }
    }
    var startIndex: Int { 0 }
    var endIndex: Int { references.count }
    @inline(__always) subscript(index: Int) -> Number { references[index]._withUnsafeGuaranteedRef { $0.value } }
  }

  static var hasFixedInputs: Bool { true }

  @inline(__always) static func source(_ value: Number) -> Node { PushCell(value) }
  @inline(__always) static func node(_ source: Node) -> Node { source }
  @inline(__always) static func set(_ source: Node, _ value: Number) { source.set(value) }
  @inline(__always) static func batch(_ body: () -> Void) { Push.batch(body) }
  @inline(__always) static func value(_ node: Node) -> Number { node.value }

  @inline(__always) static func map(_ node: Node, _ transform: @escaping @Sendable (Number) -> Number) -> Node {
    PushCell([node]) { transform(node.value) }
  }

  @inline(__always) static func combine(
    _ a: Node, _ b: Node, _ transform: @escaping @Sendable (Number, Number) -> Number
  ) -> Node {
    PushCell([a, b]) { transform(a.value, b.value) }
  }

  @inline(__always) static func combine(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> Number) -> Node {
    PushCell(nodes) { [values = Values(nodes: nodes)] in transform(values) }
  }

  @inline(__always) static func list(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> [Number]) -> List {
    PushCell(nodes) { [values = Values(nodes: nodes)] in transform(values) }
  }

  @inline(__always) static func combine(
    _ list: List, _ nodes: [Node], _ transform: @escaping @Sendable ([Number], Values) -> Number
  ) -> Node {
    PushCell([list] + nodes) { [values = Values(nodes: nodes)] in transform(list.value, values) }
  }

  @inline(__always) static func element(_ index: Int, of list: List) -> Node { PushCell([list]) { list.value[index] } }

  @inline(__always) static func effect(_ node: Node, _ body: @escaping @Sendable (Number) -> Void) -> PushEffect {
    PushEffect([node]) { body(node.value) }
  }

  @inline(__always) static func effect(_ a: Node, _ b: Node, _ body: @escaping @Sendable (Number, Number) -> Void)
    -> PushEffect
  {
    PushEffect([a, b]) { body(a.value, b.value) }
  }

  @inline(__always) static func effect(
    _ a: Node, _ b: Node, _ c: Node, _ d: Node, _ body: @escaping @Sendable (Number, Number, Number, Number) -> Void
  ) -> PushEffect {
    PushEffect([a, b, c, d]) { body(a.value, b.value, c.value, d.value) }
  }

  @inline(__always) static func effect(_ nodes: [Node], _ body: @escaping @Sendable (Values) -> Void) -> PushEffect {
    PushEffect(nodes) { [values = Values(nodes: nodes)] in body(values) }
  }

  @inline(__always) static func end(_ effects: inout [PushEffect]) { effects = [] }
}
