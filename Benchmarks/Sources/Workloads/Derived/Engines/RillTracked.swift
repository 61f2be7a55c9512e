import Rill

/// Closures with tracked reads, and effects.
enum RillTracked<Number: Numeric & Sendable>: GraphEngine {
  typealias Source = MutableProperty<Number>
  typealias Node = Property<Number>
  typealias List = Property<[Number]>

  struct Values: RandomAccessCollection, Sendable {
    let nodes: [Node]
    var startIndex: Int { 0 }
    var endIndex: Int { nodes.count }
    @inline(__always) subscript(index: Int) -> Number { nodes[index].value }
  }

  static var hasFixedInputs: Bool { false }

  @inline(__always) static func source(_ value: Number) -> Source { MutableProperty(value) }
  @inline(__always) static func node(_ source: Source) -> Node { source.property }
  @inline(__always) static func set(_ source: Source, _ value: Number) { source.value = value }
  @inline(__always) static func batch(_ body: () -> Void) { Rill.batch(body) }
  @inline(__always) static func value(_ node: Node) -> Number { node.value }

  @inline(__always) static func map(_ node: Node, _ transform: @escaping @Sendable (Number) -> Number) -> Node {
    Property { transform(node.value) }
  }

  @inline(__always) static func combine(
    _ a: Node, _ b: Node, _ transform: @escaping @Sendable (Number, Number) -> Number
  ) -> Node {
    Property { transform(a.value, b.value) }
  }

  @inline(__always) static func combine(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> Number) -> Node {
    Property { transform(Values(nodes: nodes)) }
  }

  @inline(__always) static func list(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> [Number]) -> List {
    Property { transform(Values(nodes: nodes)) }
  }

  @inline(__always) static func combine(
    _ list: List, _ nodes: [Node], _ transform: @escaping @Sendable ([Number], Values) -> Number
  ) -> Node {
    Property { transform(list.value, Values(nodes: nodes)) }
  }

  @inline(__always) static func element(_ index: Int, of list: List) -> Node { Property { list.value[index] } }

  @inline(__always) static func distinct(_ node: Node) -> Node { node.distinctUntilChanged() }

  @inline(__always) static func sum(of reads: Int, _ node: Node) -> Node {
    Property {
      var sum = Number.zero
      for _ in 0..<reads { sum += node.value }
      return sum
    }
  }

  @inline(__always) static func sum(
    of reads: Int, _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node {
    Property {
      var sum = Number.zero
      for _ in 0..<reads { sum += isOne(choice.value) ? one.value : other.value }
      return sum
    }
  }

  @inline(__always) static func choose(
    _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node {
    Property { isOne(choice.value) ? one.value : other.value }
  }

  @inline(__always) static func effect(_ node: Node, _ body: @escaping @Sendable (Number) -> Void) -> Disposable {
    Rill.effect { body(node.value) }
  }

  @inline(__always) static func effect(_ a: Node, _ b: Node, _ body: @escaping @Sendable (Number, Number) -> Void)
    -> Disposable
  {
    Rill.effect { body(a.value, b.value) }
  }

  @inline(__always) static func effect(
    _ a: Node, _ b: Node, _ c: Node, _ d: Node, _ body: @escaping @Sendable (Number, Number, Number, Number) -> Void
  ) -> Disposable {
    Rill.effect { body(a.value, b.value, c.value, d.value) }
  }

  @inline(__always) static func effect(_ nodes: [Node], _ body: @escaping @Sendable (Values) -> Void) -> Disposable {
    Rill.effect { body(Values(nodes: nodes)) }
  }

  @inline(__always) static func end(_ effects: inout [Disposable]) { RillStatic<Number>.end(&effects) }
}
