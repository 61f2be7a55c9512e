import StreamCore

/// Observers that wait, by height, and of one height in the order in which they came.
@usableFromInline
struct HeightQueue {
  private var levels: ContiguousArray<Queue<NodeRef>> = []
  private var lowest = Int.max
  private(set) var count = 0

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { count == 0 }

  mutating func push(_ node: NodeRef) {
    let height = Int(node.pointee.height)
    while levels.count <= height { levels.append(Queue()) }
    levels[height].append(node)
    lowest = min(lowest, height)
    count += 1
  }

  mutating func popLowest() -> NodeRef? {
    guard count > 0 else { return nil }
    while levels[lowest].isEmpty { lowest += 1 }
    count -= 1
    defer { if count == 0 { lowest = .max } }
    return levels[lowest].popFirst()
  }
}
