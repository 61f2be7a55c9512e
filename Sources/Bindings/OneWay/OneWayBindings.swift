import StreamCore

/// The properties that `<~` binds to each other. So a cycle traps when it is closed, and not when a change runs round
/// forever.
struct OneWayBindings: Sendable {
  private static let all = Lock(OneWayBindings())

  /// The sources that each bound property is bound to.
  private var sources: [Registrar.Key: [Registrar.Key]] = [:]

  /// The number of properties that are bound to each property.
  private var targets: [Registrar.Key: Int] = [:]

  /// Records that a property is bound to another one; traps if that closes a cycle.
  ///
  /// - Returns: A disposable that removes the record. It retains the nodes, because the record has their addresses.
  static func add(_ target: NodeRef, from source: NodeRef, _ type: Any.Type) -> Disposable {
    let nodes = (RetainedNode(retaining: target), RetainedNode(retaining: source))
    let (to, from) = (Registrar.Key(target), Registrar.Key(source))
    let isRing = all.withLock { bindings in
      if bindings.leads(from: to, to: from) { return true }
      bindings.sources[to, default: []].append(from)
      bindings.targets[from, default: 0] += 1
      return false
    }
    if isRing {
      fatalError(
        """
        \(target.callSitePrefix)A MutableProperty<\(type)> is bound to itself by `<~`, directly or in a cycle, and \
        would be set forever. `a <~> b` keeps two properties equal.
        """)
    }
    return Disposable {
      withExtendedLifetime(nodes) { all.withLock { $0.remove(to, from) } }
    }
  }

  /// Whether a change of one property is passed on to another.
  private func leads(from start: Registrar.Key, to end: Registrar.Key) -> Bool {
    if start == end { return true }
    // No property is bound to `start`. So a chain is not walked for each property that is added at its end.
    guard targets[start] != nil else { return false }
    var seen: Set = [end]
    var waiting = [end]
    while let next = waiting.popLast() {
      for source in sources[next] ?? [] where seen.insert(source).inserted {
        if source == start { return true }
        waiting.append(source)
      }
    }
    return false
  }

  private mutating func remove(_ target: Registrar.Key, _ source: Registrar.Key) {
    if let index = sources[target]?.firstIndex(of: source) { sources[target]?.remove(at: index) }
    if sources[target]?.isEmpty == true { sources[target] = nil }
    if let count = targets[source] { targets[source] = count > 1 ? count - 1 : nil }
  }
}

/// Returns the node of a stream that is a source property.
func source(of stream: some StreamProtocol) -> NodeRef? { (stream as? any PropertyProtocol)?.source }

extension PropertyProtocol {
  fileprivate var source: NodeRef? { property.source?.node }
}
