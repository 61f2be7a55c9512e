public import Properties

/// A fold of a list, with a partial result for each node of its rope. Unchanged nodes are not folded again.
@usableFromInline
final class FoldTree<Element: Sendable, Value: Sendable>: Sendable {
  @usableFromInline typealias Node = RopeNode<Row<Element>>

  /// Guarded by: uniqueness. The tree's reference keeps the node from being changed.
  @usableFromInline nonisolated(unsafe) let source: Node

  /// The values of the elements of a leaf.
  @usableFromInline let values: ContiguousArray<Value>
  @usableFromInline let children: ContiguousArray<FoldTree>
  @usableFromInline let value: Value

  @inlinable
  init(_ source: Node, _ values: ContiguousArray<Value>, _ children: ContiguousArray<FoldTree>, _ value: Value) {
    (self.source, self.values, self.children, self.value) = (source, values, children, value)
  }
}

@usableFromInline
struct Folding<Input: Sendable, Value: Sendable>: Rule {
  @usableFromInline typealias Tree = FoldTree<Input, Value>
  @usableFromInline let value: @Sendable (Input) -> Value
  @usableFromInline let combine: @Sendable (Value, Value) -> Value

  @inlinable
  init(_ value: @escaping @Sendable (Input) -> Value, _ combine: @escaping @Sendable (Value, Value) -> Value) {
    (self.value, self.combine) = (value, combine)
  }

  @inlinable
  func areSame(_ one: Rows<Input>, _ other: Rows<Input>) -> Bool { one === other }

  @inlinable
  func reset(_ source: Rows<Input>, _ previous: (source: Rows<Input>, state: Tree?)?) -> Tree? {
    source.root.map { fold($0, nil) }
  }

  @inlinable
  func update(_ state: inout Tree?, from old: Rows<Input>, to new: Rows<Input>) -> Bool {
    state = new.root.map { fold($0, state) }
    return true
  }

  @inlinable
  func fold(_ node: Tree.Node, _ old: Tree?) -> Tree {
    if let old, old.source === node { return old }
    if node.height == 0 { return foldLeaf(node, old?.source.height == 0 ? old : nil) }
    let known: ContiguousArray<Tree> =
      switch old {
      case let old? where old.source.height == node.height: old.children
      case let old? where old.source.height < node.height: [old]
      default: []
      }
    var children = ContiguousArray<Tree>()
    children.reserveCapacity(node.length)
    // Children that have not changed are at the beginning and at the end.
    let shift = known.count - node.length
    var isAtBeginning = true
    for (place, child) in node.children.enumerated() {
      isAtBeginning = isAtBeginning && place < known.count && known[place].source === child
      let shifted = place + shift
      if !isAtBeginning, shifted >= 0, shifted < known.count, known[shifted].source === child {
        children.append(known[shifted])
      } else {
        children.append(fold(child, place < known.count ? known[place] : nil))
      }
    }
    var value = children[0].value
    for child in children.dropFirst() { value = combine(value, child.value) }
    return Tree(node, [], children, value)
  }

  @inlinable
  func foldLeaf(_ node: Tree.Node, _ old: Tree?) -> Tree {
    var values = ContiguousArray<Value>()
    values.reserveCapacity(node.length)
    let known = old?.source.elements ?? UnsafeMutableBufferPointer(start: nil, count: 0)
    let shift = known.count - node.length
    var isAtBeginning = true
    for (place, row) in node.elements.enumerated() {
      isAtBeginning = isAtBeginning && place < known.count && known[place] === row
      let shifted = place + shift
      if isAtBeginning, let old {
        values.append(old.values[place])
      } else if let old, shifted >= 0, shifted < known.count, known[shifted] === row {
        values.append(old.values[shifted])
      } else {
        values.append(value(row.element))
      }
    }
    var result = values[0]
    for value in values.dropFirst() { result = combine(result, value) }
    return Tree(node, values, [], result)
  }
}

extension ListProtocol {
  /// A fold of the list, by a rule that combines neighbours.
  @inlinable
  func fold<Value: Sendable>(
    _ callSite: (StaticString, UInt), _ value: @escaping @Sendable (Element) -> Value,
    _ combine: @escaping @Sendable (Value, Value) -> Value
  ) -> Property<Value?> {
    let rows = list.rows
    return Property(
      Folding(value, combine), callSite, of: rows, areSame: { _, _ in false }, { $0?.value })
  }
}
