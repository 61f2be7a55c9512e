public import Properties

/// A fold of a list, with a partial result for each node of its rope. Unchanged nodes are not folded again.
@usableFromInline
final class FoldTree<Element: Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Node = RopeNode<Row<Element>>

  /// Guarded by: uniqueness. The tree's reference keeps the node from being changed.
  @usableFromInline nonisolated(unsafe) let source: Node

  /// The values of the elements of a leaf, or of the children of an inner node.
  @usableFromInline let values: ContiguousArray<Value>
  @usableFromInline let children: ContiguousArray<FoldTree>
  @usableFromInline let value: Value

  @inlinable
  init(_ source: Node, _ values: ContiguousArray<Value>, _ children: ContiguousArray<FoldTree>, _ value: Value) {
    (self.source, self.values, self.children, self.value) = (source, values, children, value)
  }

  /// The place of an element or child of a later version in this node; `nil` if it is new.
  ///
  /// Only two places are tried: those with the same number of parts before it, and behind it.
  @inlinable
  func origin(of place: Int, in node: Node) -> Int? {
    let address = node.address(place)
    if place < values.count, source.address(place) == address { return place }
    let shifted = place + values.count - node.length
    return shifted >= 0 && shifted < values.count && source.address(shifted) == address ? shifted : nil
  }
}

@usableFromInline
struct Folding<Input: Sendable, Value: Sendable>: Rule {
  @usableFromInline typealias Tree = FoldTree<Input, Value>
  @usableFromInline let value: @Sendable (Input) -> Value
  @usableFromInline let combine: @Sendable (Value, Value) -> Value

  /// Checks the first row of each fold from nothing.
  @usableFromInline let check: @Sendable (Input) -> Void

  @inlinable
  init(
    _ value: @escaping @Sendable (Input) -> Value, _ combine: @escaping @Sendable (Value, Value) -> Value,
    _ check: @escaping @Sendable (Input) -> Void
  ) {
    (self.value, self.combine, self.check) = (value, combine, check)
  }

  @inlinable
  func areSame(_ one: Rows<Input>, _ other: Rows<Input>) -> Bool { one === other }

  @inlinable
  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: Tree?)?) -> Tree? {
    if let first = source.row(0) { check(first.element) }
    return source.root.map { fold($0, nil) }
  }

  @inlinable
  func update(_ state: inout Tree?, from old: Rows<Input>, to new: Rows<Input>) -> Bool {
    if state == nil, let first = new.row(0) { check(first.element) }
    state = new.root.map { fold($0, state) }
    return true
  }

  /// - Parameter old: The tree of an earlier node, whose results are taken over where the node has not changed.
  @inlinable
  func fold(_ node: Tree.Node, _ old: Tree?) -> Tree {
    if let old, old.source === node { return old }
    let (height, length) = (node.height, node.length)
    let known = old?.source.height == height ? old : nil
    var (values, children): (ContiguousArray<Value>, ContiguousArray<Tree>) = ([], [])
    values.reserveCapacity(length)
    if height > 0 { children.reserveCapacity(length) }
    for place in 0..<length {
      if let known, let origin = known.origin(of: place, in: node) {
        values.append(known.values[origin])
        if height > 0 { children.append(known.children[origin]) }
      } else if height == 0 {
        values.append(value(node.elements[place].element))
      } else {
        // A tree that has become higher has the earlier tree as its first child.
        let earlier = known.map { place < $0.children.count ? $0.children[place] : nil } ?? (place == 0 ? old : nil)
        let tree = fold(node.children[place], earlier)
        children.append(tree)
        values.append(tree.value)
      }
    }
    var value = values[0]
    for place in 1..<length { value = combine(value, values[place]) }
    return Tree(node, values, children, value)
  }
}

extension ListProtocol {
  /// A fold of the list, by a rule that combines neighbours.
  @inlinable
  func fold<Value: Sendable>(
    _ callSite: (StaticString, UInt), _ value: @escaping @Sendable (Element) -> Value,
    _ combine: @escaping @Sendable (Value, Value) -> Value, check: @escaping @Sendable (Element) -> Void = { _ in }
  ) -> Property<Value?> {
    let rows = list.rows
    return Property(
      Folding(value, combine, check), callSite, of: rows, areSame: { _, _ in false }, { $0?.value })
  }
}
