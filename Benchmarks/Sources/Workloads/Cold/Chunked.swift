import AsyncAlgorithms
import Measuring
import Rill

/// Arrays of sixteen neighbours, cut by a test of each value.
enum Chunked {
  static let workload = Workload(
    "chunked_16", event: "element of the source", events: 200_000, remark: "OpenCombine has no chunked",
    [.rill: rill, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    let source = stored(Signal(0..<events))
    source.chunked { $1 & 15 != 0 }.subscribe { total.add($0[0] &* $0.count) }
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      var total = 0
      for await chunk in (0..<events).async.chunked(by: { $1 & 15 != 0 }) { total &+= chunk[0] &* chunk.count }
      return total
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    let chunk = Latest<[Int]>([])
    let receive = stored { @Sendable (number: Int) in
      if number & 15 == 0, let full = chunk.value, !full.isEmpty {
        total.add(full[0] &* full.count)
        chunk.value = []
      }
      chunk.value?.append(number)
    }
    for number in 0..<events { receive(number) }
    if let rest = chunk.value, !rest.isEmpty { total.add(rest[0] &* rest.count) }
    return total.value
  }
}
