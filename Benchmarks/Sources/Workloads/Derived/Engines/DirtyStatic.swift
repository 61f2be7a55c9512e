/// Dirty flags, with inputs that are said when a node is made.
enum DirtyStatic<Number: Numeric & Sendable>: GraphEngine {
  typealias Node = DirtyCell<Number>
  typealias List = DirtyCell<[Number]>

  /// Counting the references of the elements would take most of the time, and the closure keeps them.
  struct Values: RandomAccessCollection, Sendable {
    private let nodes: [Node]
    private let references: [Unmanaged<Node>]
    init(nodes: [Node]) {
      self.nodes = nodes
      references = nodes.map { .passUnretained($0) }
    }
    var startIndex: Int { 0 }
    var endIndex: Int { references.count }
    @inline(__always) subscript(index: Int) -> Number { references[index]._withUnsafeGuaranteedRef { $0.present } }
  }

  static var hasFixedInputs: Bool { true }

  @inline(__always) static func source(_ value: Number) -> Node { DirtyCell(value) }
  @inline(__always) static func node(_ source: Node) -> Node { source }
  @inline(__always) static func set(_ source: Node, _ value: Number) { source.set(value) }
  @inline(__always) static func batch(_ body: () -> Void) { Dirty.batch(body) }
  @inline(__always) static func value(_ node: Node) -> Number { node.present }

  @inline(__always) static func map(_ node: Node, _ transform: @escaping @Sendable (Number) -> Number) -> Node {
    DirtyCell([node]) { transform(node.present) }
  }

  @inline(__always) static func combine(
    _ a: Node, _ b: Node, _ transform: @escaping @Sendable (Number, Number) -> Number
  ) -> Node {
    DirtyCell([a, b]) { transform(a.present, b.present) }
  }

  @inline(__always) static func combine(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> Number) -> Node {
    DirtyCell(nodes) { [values = Values(nodes: nodes)] in transform(values) }
  }

  @inline(__always) static func list(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> [Number]) -> List {
    DirtyCell(nodes) { [values = Values(nodes: nodes)] in transform(values) }
  }

  @inline(__always) static func combine(
    _ list: List, _ nodes: [Node], _ transform: @escaping @Sendable ([Number], Values) -> Number
  ) -> Node {
    DirtyCell([list] + nodes) { [values = Values(nodes: nodes)] in transform(list.present, values) }
  }

  @inline(__always) static func element(_ index: Int, of list: List) -> Node {
    DirtyCell([list]) { list.present[index] }
  }

  @inline(__always) static func effect(_ node: Node, _ body: @escaping @Sendable (Number) -> Void) -> DirtyEffect {
    DirtyEffect([node]) { body(node.present) }
  }

  @inline(__always) static func effect(_ a: Node, _ b: Node, _ body: @escaping @Sendable (Number, Number) -> Void)
    -> DirtyEffect
  {
    DirtyEffect([a, b]) { body(a.present, b.present) }
  }

  @inline(__always) static func effect(
    _ a: Node, _ b: Node, _ c: Node, _ d: Node, _ body: @escaping @Sendable (Number, Number, Number, Number) -> Void
  ) -> DirtyEffect {
    DirtyEffect([a, b, c, d]) { body(a.present, b.present, c.present, d.present) }
  }

  @inline(__always) static func effect(_ nodes: [Node], _ body: @escaping @Sendable (Values) -> Void) -> DirtyEffect {
    DirtyEffect(nodes) { [values = Values(nodes: nodes)] in body(values) }
  }

  @inline(__always) static func end(_ effects: inout [DirtyEffect]) { effects = [] }
}
