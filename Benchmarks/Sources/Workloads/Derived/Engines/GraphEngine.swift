import Measuring

/// The operations that build graphs, so that each graph is written once for all engines.
///
/// Everything is static and generic, and is specialized for each engine in this module, so engines by hand pay nothing
/// for it.
protocol GraphEngine: SendableMetatype {
  associatedtype Number: Numeric & Sendable
  /// The type of sources.
  associatedtype Source: Sendable
  /// The type of nodes: sources and derived nodes.
  associatedtype Node: Sendable
  associatedtype List: Sendable
  /// The view of many nodes that a closure gets. With tracked reads, accessing an element tracks it.
  associatedtype Values: RandomAccessCollection<Number>, SendableMetatype
  where Values.Index == Int, Values.Iterator: SendableMetatype
  associatedtype Effect

  /// Whether inputs are fixed at creation, so that a node is also recomputed for inputs that its closure skips.
  static var hasFixedInputs: Bool { get }

  static func source(_ value: Number) -> Source
  static func node(_ source: Source) -> Node
  static func set(_ source: Source, _ value: Number)
  static func batch(_ body: () -> Void)
  static func value(_ node: Node) -> Number

  static func map(_ node: Node, _ transform: @escaping @Sendable (Number) -> Number) -> Node
  static func combine(_ a: Node, _ b: Node, _ transform: @escaping @Sendable (Number, Number) -> Number) -> Node
  static func combine(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> Number) -> Node
  static func list(_ nodes: [Node], _ transform: @escaping @Sendable (Values) -> [Number]) -> List
  static func combine(
    _ list: List, _ nodes: [Node], _ transform: @escaping @Sendable ([Number], Values) -> Number
  ) -> Node
  static func element(_ index: Int, of list: List) -> Node

  /// Returns the node without notifications for equal values. Engines that always compare return the node itself.
  static func distinct(_ node: Node) -> Node

  /// Returns the sum of `reads` reads of a node.
  static func sum(of reads: Int, _ node: Node) -> Node

  /// Returns the sum of `reads` reads of one of two nodes, each after reading the choice.
  static func sum(
    of reads: Int, _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node

  /// Returns one of two nodes, chosen by a third.
  static func choose(
    _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node

  /// Runs immediately, and again after every change.
  static func effect(_ node: Node, _ body: @escaping @Sendable (Number) -> Void) -> Effect
  static func effect(_ a: Node, _ b: Node, _ body: @escaping @Sendable (Number, Number) -> Void) -> Effect
  static func effect(
    _ a: Node, _ b: Node, _ c: Node, _ d: Node, _ body: @escaping @Sendable (Number, Number, Number, Number) -> Void
  ) -> Effect
  static func effect(_ nodes: [Node], _ body: @escaping @Sendable (Values) -> Void) -> Effect
  static func end(_ effects: inout [Effect])
}

extension GraphEngine {
  @inline(__always)
  static func set(_ source: Source, _ value: Number, batched: Bool) {
    if batched { batch { set(source, value) } } else { set(source, value) }
  }

  static func distinct(_ node: Node) -> Node { node }

  static func sum(of reads: Int, _ node: Node) -> Node {
    combine(Array(repeating: node, count: reads)) { $0.reduce(.zero, +) }
  }

  static func choose(
    _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node {
    combine([choice, one, other]) { isOne($0[0]) ? $0[1] : $0[2] }
  }

  static func sum(
    of reads: Int, _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node {
    combine([choice, one, other]) { values in
      var sum = Number.zero
      for _ in 0..<reads { sum += isOne(values[0]) ? values[1] : values[2] }
      return sum
    }
  }
}

/// Counts the runs of closures. One thread at a time increments it.
final class Counter: Sendable {
  @exclusivity(unchecked)
  nonisolated(unsafe) var count = 0
}

@inline(__always)
func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: @autoclosure () -> String) throws {
  if value != expected { throw WrongResult("\(what()) is \(value) instead of \(expected).") }
}
