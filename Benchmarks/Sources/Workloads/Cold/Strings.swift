import AsyncAlgorithms
import Measuring
import OpenCombine
import Rill

/// Strings of forty bytes on the heap: the cost of a chain with reference counting, with every stage stored.
enum Strings {
  static let workload = Workload(
    "strings", event: "text", events: 100_000,
    remark: "filter, distinctUntilChanged and map to the length, with every stage stored",
    [.rill: rill, .openCombine: openCombine, .asyncAlgorithms: asyncAlgorithms, .hand: hand])

  /// Strings of forty bytes, all different from their neighbours.
  private static let texts: [String] = (0..<1_000).map { number in
    let digits = String(number)
    return "text" + String(repeating: "-", count: 36 - digits.utf8.count) + digits
  }

  @Sendable static func rill(_ events: Int) -> Int {
    let total = Total()
    for _ in 0..<events / texts.count {
      let source = stored(Signal(texts))
      let filtered = stored(source.filter { $0.utf8.last != 0x37 })
      let distinct = stored(filtered.distinctUntilChanged())
      let lengths = stored(distinct.map { $0.utf8.count })
      lengths.subscribe { total.add($0) }
    }
    return total.value
  }

  @Sendable static func openCombine(_ events: Int) -> Int {
    let total = Total()
    for _ in 0..<events / texts.count {
      let source = stored(texts.publisher.eraseToAnyPublisher())
      let subscription =
        source
        .filter { $0.utf8.last != 0x37 }
        .removeDuplicates()
        .map { $0.utf8.count }
        .sink { total.add($0) }
      subscription.cancel()
    }
    return total.value
  }

  @Sendable static func asyncAlgorithms(_ events: Int) -> Int {
    waiting {
      var sum = 0
      for _ in 0..<events / texts.count {
        let distinct = texts.async.filter { $0.utf8.last != 0x37 }.removeDuplicates()
        for await length in distinct.map({ $0.utf8.count }) { sum &+= length }
      }
      return sum
    }
  }

  @Sendable static func hand(_ events: Int) -> Int {
    let total = Total()
    for _ in 0..<events / texts.count {
      let receive = stored { total.add($0) }
      let length = stored { (text: String) in receive(text.utf8.count) }
      let last = Latest<String>()
      let distinct = stored { (text: String) in
        guard text != last.value else { return }
        last.value = text
        length(text)
      }
      let filter = stored { (text: String) in if text.utf8.last != 0x37 { distinct(text) } }
      for text in texts { filter(text) }
    }
    return total.value
  }
}
