/// The live objects of a recording, grouped by the place that made them.
public struct AliveReport: Sendable, CustomStringConvertible {
  /// The live objects made in one place.
  public struct Place: Sendable {
    /// The file and the line, or the name of an operator.
    public let place: String
    /// The kind of the objects.
    public let kind: NodeInfo.Kind
    /// The name of the type or operator.
    public let name: String
    /// The number of objects.
    public let count: Int
    /// The sources that retain them: the places of subjects, properties and commands, or the names of sources.
    public let keptBy: [String]
  }

  /// The places in descending order of their counts. Runs of operators belong to their subscription and are not listed.
  public let places: [Place]

  init(_ recording: Recording) {
    let known = Dictionary(recording.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var upstream: [Int: Set<Int>] = [:]
    for edge in recording.edges {
      if edge.isLinked {
        upstream[edge.to, default: []].insert(edge.from)
      } else {
        upstream[edge.to]?.remove(edge.from)
      }
    }
    /// Returns the labels of the sources from which a node receives events.
    func sources(of node: Int) -> Set<String> {
      var (found, seen, rest) = (Set<String>(), Set([node]), [node])
      while let next = rest.popLast() {
        let inputs = (upstream[next] ?? []).filter { known[$0] != nil }
        if inputs.isEmpty, next != node, let info = known[next] { found.insert(info.label) }
        rest += inputs.filter { seen.insert($0).inserted }
      }
      return found
    }
    let groups = Dictionary(grouping: recording.nodes.filter { $0.kind != .stage }) { $0.label }
    places = groups.map { label, nodes in
      Place(
        place: nodes[0].place ?? nodes[0].name, kind: nodes[0].kind, name: nodes[0].name, count: nodes.count,
        keptBy: nodes.reduce(into: Set<String>()) { $0.formUnion(sources(of: $1.id)) }.sorted())
    }.sorted { ($1.count, $0.place) < ($0.count, $1.place) }
  }

  /// One line for each place.
  public var description: String {
    if places.isEmpty { return Trace.isOn ? "Nothing is alive." : "No recording: call Trace.start()." }
    return places.map { place in
      let kept = place.keptBy.isEmpty ? "" : ", kept by \(place.keptBy.joined(separator: ", "))"
      return "\(place.place): \(place.count) × \(place.name)\(kept)"
    }.joined(separator: "\n")
  }
}

extension NodeInfo {
  fileprivate var label: String { place.map { "\(name) (\($0))" } ?? name }
}
