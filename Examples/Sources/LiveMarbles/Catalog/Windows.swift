import Operators
import StreamTesting

extension Catalog {
  /// Operators that send streams.
  mutating func addWindows() {
    addWindows("window(count: 2)", letters("source", "1-2-3-4-5-|"), n: 2) { source, _, n in
      source.window(count: n)
    }
    addWindows("window(count: 3, every: 2)", letters("source", "1-2-3-4-5-|"), n: 3) { source, _, n in
      source.window(count: n, every: 2)
    }
    addWindows("window(for: 3 ticks)", letters("source", "1-2----3-----45|"), n: 3) { source, time, n in
      source.window(for: time.ticks(n), on: time)
    }
    addWindows("window(endingWhere: { $0 == 0 })", digits("source", "1-2-0-3-0-4-|")) { source, _, _ in
      source.window(endingWhere: { $0 == 0 })
    }
    addWindows("window(startingWhere: { $0 == 0 })", digits("source", "1-0-2-0-3-|")) { source, _, _ in
      source.window(startingWhere: { $0 == 0 })
    }
    addWindows(
      "window(by: …)", letters("source", "1-2----3-4-|"), ticks("trigger", "----x-x----")
    ) { source, trigger, _, _ in
      source.window(by: trigger)
    }
    addWindows(
      "window(openedBy: …) { … }", letters("source", "1-2-3-4-5-6-|"), ticks("openings", "-x---x------"),
      ticks("closing", "----x")
    ) { source, openings, closing, _, _ in
      source.window(openedBy: openings) { _ in closing }
    }
    addWindows("grouped(by: …)", letters("source", "a--b--A--B--|")) { source, _, _ in
      source.grouped(by: { $0.lowercased() })
    }
    addWindows(
      "grouped(by: …, until: …)", letters("source", "a--b--A-----A--|"), hot("ends", "---------x")
    ) { source, ends, _, _ in
      source.grouped(by: { $0.lowercased() }, until: { _ in ends })
    }
    addWindows("grouped(by: …, limit: 2)", letters("source", "a--b--A--c--|"), n: 2) { source, _, n in
      source.grouped(by: { $0.lowercased() }, limit: n)
    }
  }
}
