/// A sequence of which every version is kept by who has it: a change takes a path of new nodes, and shares the rest.
///
/// A balanced tree of short arrays: reading, inserting, removing and replacing take time in proportion to the logarithm
/// of the count. Made of an array it is that array, which is cut up by the first change.
struct Rope<Weighing: Weigher>: Sendable {
  typealias Element = Weighing.Element

  /// How many elements a leaf has at most when it was changed, and how many when it was cut.
  private static var limit: Int { 32 }

  private final class Node: Sendable {
    enum Content {
      case leaf([Element])
      case branch(Node, Node)
    }

    let content: Content
    let count: Int
    let weight: Int
    let height: Int

    /// Nothing for an empty rope only.
    private let first: Element?

    init(_ elements: [Element]) {
      content = .leaf(elements)
      count = elements.count
      weight = Weighing.weight(of: elements[...])
      height = 0
      first = elements.first
    }

    init(_ left: Node, _ right: Node) {
      content = .branch(left, right)
      count = left.count + right.count
      weight = left.weight + right.weight
      height = max(left.height, right.height) + 1
      first = left.first
    }

    /// Whether its first element is before a place.
    func isBefore(_ place: (Element) -> Bool) -> Bool { first.map(place) ?? false }
  }

  private var root: Node

  init(_ elements: [Element] = []) { root = Node(elements) }

  var count: Int { root.count }

  /// All elements, in time in proportion to their number; at once while nothing was changed.
  var array: [Element] {
    if case .leaf(let elements) = root.content { return elements }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    Self.collect(root, into: &elements)
    return elements
  }

  private static func collect(_ node: Node, into elements: inout [Element]) {
    switch node.content {
    case .leaf(let some): elements += some
    case .branch(let left, let right):
      collect(left, into: &elements)
      collect(right, into: &elements)
    }
  }

  subscript(index: Int) -> Element {
    get {
      precondition((0..<count).contains(index), "There is no element \(index) of \(count).")
      var (node, index) = (root, index)
      while true {
        switch node.content {
        case .leaf(let elements): return elements[index]
        case .branch(let left, let right):
          if index < left.count {
            node = left
          } else {
            index -= left.count
            node = right
          }
        }
      }
    }
    set {
      precondition((0..<count).contains(index), "There is no element \(index) of \(count).")
      root = Self.edited(cut(), at: index) { $0[$1] = newValue }!
    }
  }

  mutating func insert(_ element: Element, at index: Int) {
    precondition((0...count).contains(index), "There is no place \(index) among \(count) elements.")
    root = Self.edited(cut(), at: index, isInserting: true) { $0.insert(element, at: $1) }!
  }

  @discardableResult
  mutating func remove(at index: Int) -> Element {
    let removed = self[index]
    root = Self.edited(cut(), at: index) { $0.remove(at: $1) } ?? Node([])
    return removed
  }

  /// What the elements before an index weigh.
  func weight(before index: Int) -> Int {
    var (node, index, weight) = (root, index, 0)
    while true {
      switch node.content {
      case .leaf(let elements): return weight + Weighing.weight(of: elements[..<index])
      case .branch(let left, let right):
        if index < left.count {
          node = left
        } else {
          index -= left.count
          weight += left.weight
          node = right
        }
      }
    }
  }

  /// The first index whose element is not before a place, where all that are come first.
  func firstIndex(whereNot isBefore: (Element) -> Bool) -> Int {
    var (node, start) = (root, 0)
    while true {
      switch node.content {
      case .leaf(let elements): return start + (elements.firstIndex { !isBefore($0) } ?? elements.count)
      case .branch(let left, let right):
        if right.isBefore(isBefore) {
          start += left.count
          node = right
        } else {
          node = left
        }
      }
    }
  }

  // MARK: Balancing

  /// The root, of leaves that are no longer than they may be.
  private func cut() -> Node {
    guard case .leaf(let elements) = root.content, elements.count > Self.limit else { return root }
    return Self.cut(elements[...])
  }

  private static func cut(_ elements: ArraySlice<Element>) -> Node {
    if elements.count <= limit { return Node(Array(elements)) }
    let middle = elements.startIndex + elements.count / 2
    return Node(cut(elements[..<middle]), cut(elements[middle...]))
  }

  /// A node with a change made in the leaf that has an index; `nil` where nothing is left of it.
  private static func edited(
    _ node: Node, at index: Int, isInserting: Bool = false, _ change: (inout [Element], Int) -> Void
  ) -> Node? {
    switch node.content {
    case .leaf(var elements):
      change(&elements, index)
      if elements.isEmpty, !isInserting { return nil }
      return elements.count <= limit ? Node(elements) : cut(elements[...])
    case .branch(let left, let right):
      if index < left.count || isInserting && index == left.count {
        guard let left = edited(left, at: index, isInserting: isInserting, change) else { return right }
        return joined(left, right)
      }
      guard let right = edited(right, at: index - left.count, isInserting: isInserting, change) else { return left }
      return joined(left, right)
    }
  }

  /// Two nodes, whose heights differ by two at most, under one that is balanced.
  private static func joined(_ left: Node, _ right: Node) -> Node {
    if case .leaf(let first) = left.content, case .leaf(let second) = right.content,
      first.count + second.count <= limit / 2
    {
      return Node(first + second)
    }
    if left.height > right.height + 1, case .branch(let outer, let inner) = left.content {
      guard inner.height > outer.height, case .branch(let first, let second) = inner.content else {
        return Node(outer, Node(inner, right))
      }
      return Node(Node(outer, first), Node(second, right))
    }
    if right.height > left.height + 1, case .branch(let inner, let outer) = right.content {
      guard inner.height > outer.height, case .branch(let first, let second) = inner.content else {
        return Node(Node(left, inner), outer)
      }
      return Node(Node(left, first), Node(second, outer))
    }
    return Node(left, right)
  }
}

/// Says what elements of a ``Rope`` weigh: the sum of what each does.
protocol Weigher<Element>: Sendable {
  associatedtype Element: Sendable
  static func weight(of elements: ArraySlice<Element>) -> Int
}

/// Every element weighs one, which nobody asks for.
enum Evenly<Element: Sendable>: Weigher {
  static func weight(of elements: ArraySlice<Element>) -> Int { elements.count }
}

extension Rope {
  /// Takes one step.
  mutating func apply(_ edit: CollectionEdit<Element>) {
    switch edit {
    case .insert(let element, let index): insert(element, at: index)
    case .remove(_, let index): remove(at: index)
    case .replace(_, let element, let index): self[index] = element
    }
  }
}
