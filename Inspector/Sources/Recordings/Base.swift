/// The nodes and edges that are alive at the start of a window.
struct Base {
  private struct Node {
    let order: Int
    var text: [UInt8]
    var edges: Set<Edge> = []
  }

  private let limits: Window.Limits
  private var recording: [UInt8] = []
  private var nodes: [UInt64: Node] = [:]
  private var edges: [Edge: (order: Int, text: [UInt8])] = [:]
  private var order = 0
  private var bytes = 0

  /// The number of nodes and edges dropped because the base was full.
  private(set) var refused = 0

  init(_ limits: Window.Limits) { self.limits = limits }

  /// Adds a line that has left the window.
  mutating func take(_ line: Line, _ text: [UInt8]) {
    switch line {
    case .recording: recording = text
    case .event: break
    case .node(let id):
      if let known = nodes[id] {
        // The node was renamed.
        let growth = text.count - known.text.count
        guard bytes + growth <= limits.bytes else { return refused += 1 }
        bytes += growth
        nodes[id]?.text = text
        return
      }
      guard nodes.count < limits.nodes, makeRoom(text) else { return refused += 1 }
      nodes[id] = Node(order: order, text: text)
    case .edge(let edge):
      if nodes[edge.from] == nil || nodes[edge.to] == nil || edges[edge] != nil { return }
      guard edges.count < limits.edges, makeRoom(text) else { return refused += 1 }
      edges[edge] = (order, text)
      nodes[edge.from]?.edges.insert(edge)
      nodes[edge.to]?.edges.insert(edge)
    case .gone(let id): remove(id)
    case .unlinked(let edge): remove(edge)
    }
  }

  private mutating func makeRoom(_ text: [UInt8]) -> Bool {
    if bytes + text.count > limits.bytes { return false }
    bytes += text.count
    order += 1
    return true
  }

  private mutating func remove(_ id: UInt64) {
    guard let node = nodes.removeValue(forKey: id) else { return }
    bytes -= node.text.count
    node.edges.forEach { remove($0) }
  }

  private mutating func remove(_ edge: Edge) {
    guard let removed = edges.removeValue(forKey: edge) else { return }
    bytes -= removed.text.count
    nodes[edge.from]?.edges.remove(edge)
    nodes[edge.to]?.edges.remove(edge)
  }

  /// The lines in the order of their arrival.
  var text: [UInt8] {
    var all = nodes.values.map { ($0.order, $0.text) } + edges.values.map { ($0.order, $0.text) }
    all.sort { $0.0 < $1.0 }
    if !recording.isEmpty { all.insert((0, recording), at: 0) }
    var text: [UInt8] = []
    for (_, line) in all {
      text += line
      text.append(10)
    }
    return text
  }
}
