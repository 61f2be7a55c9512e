public import StreamCore

extension Node {
  /// What is computed from several properties that have all the same source.
  ///
  /// However many ways lead from that source to here, it has one value at a time, so this is a map of it: it is told inside the source's own delivery, computed
  /// once for every change, and cannot mix old and new. The steady state allocates nothing.
  @inlinable
  static func ofOne(
    _ sources: Sources, _ only: Source, height: Int, _ compute: @escaping @Sendable (Moment) -> Value?
  ) -> Node {
    let last = LastResult<Value>()
    let leaves = sources.fixed
    // A moment that has the only source lacks none.
    let change: @Sendable (UInt, () -> Moment) -> Change<Value> = { version, moment in
      Change(last.value(of: version) { compute(moment())! }, stamp: 0, version: version)
    }
    return Node(
      changes: Signal(attaching: { sink, subscription in
        // Guard: a sink is called by one at a time.
        nonisolated(unsafe) let moment = Moment(ofOnly: leaves)
        only.attach(
          { place, version in
            sink.next(moment.showing(place, version) { change(version) { moment } })
          }, sink.end, subscription)
      }),
      current: {
        var current: Change<Value>?
        only.look { place, version in current = change(version) { Moment(ofOnly: leaves, place, version) } }
        return current!
      },
      evaluate: { moment in moment.version(using: only.leaf).map { change($0) { moment } } },
      sources: sources, height: height, isLinear: true)
  }
}
