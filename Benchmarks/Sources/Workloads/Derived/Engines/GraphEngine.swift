import Measuring

/// What the graphs are made with, so that each is written once. Everything is static and generic, and is specialised for each engine in this module: what is
/// written by hand pays nothing for it.
protocol GraphEngine: SendableMetatype {
  associatedtype Number: Numeric & Sendable
  /// What is set.
  associatedtype Source: Sendable
  /// What is read: a source, or what is derived.
  associatedtype Node: Sendable
  associatedtype List: Sendable
  /// What a closure of many nodes sees of them. Where reads are tracked, an element is read when it is asked for.
  associatedtype Values: RandomAccessCollection<Number>, SendableMetatype
  where Values.Index == Int, Values.Iterator: SendableMetatype
  associatedtype Effect

  /// Whether what a node is computed from is said when it is made, so that it is computed also for what its closure leaves out.
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

  /// The same node, which nobody is told of while its value stays. Engines that always compare return what they get.
  static func distinct(_ node: Node) -> Node

  /// The sum of so many reads of a node.
  static func sum(of reads: Int, _ node: Node) -> Node

  /// The sum of so many reads of one node or the other, each after asking which.
  static func sum(
    of reads: Int, _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node

  /// One node or the other, by a third.
  static func choose(
    _ one: Node, else other: Node, where choice: Node, _ isOne: @escaping @Sendable (Number) -> Bool
  ) -> Node

  /// Runs at once, and again after every change.
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

/// How often closures ran. One thread at a time adds to it.
final class Counter: Sendable {
  @exclusivity(unchecked)
  nonisolated(unsafe) var count = 0
}

@inline(__always)
func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: @autoclosure () -> String) throws {
  if value != expected { throw WrongResult("\(what()) is \(value), and should be \(expected).") }
}
