import Operators
import StreamTesting
import Testing

struct ZipLongestTests {
  @Test func picture() {
    let pairs = ["1x": "p", "2y": "q", "-z": "r"]
    marbles {
      "1-2-|"
      "-x--y-z|"
      "-p--q-r|"
    } through: { a, b, _ in
      zipLongest(a, b).map { pairs[($0 ?? "-") + ($1 ?? "-")] ?? "?" }
    }
  }

  @Test func waitingValuesAreSentWhenTheOtherStreamCompletes() {
    marbles {
      "abc---|"
      "---|"
      "---(abc)--|"
    } through: { a, b, _ in
      zipLongest([a, b]).map { $0[0]! }
    }
  }

  @Test func likePaddedLists() {
    compareWithLists(2) { streams, _, _ in
      zipLongest(streams[0], streams[1]).map { [$0 ?? -1, $1 ?? -1] }
    } _: { tables, _ in
      let (a, b) = (tables[0], tables[1])
      var rows: [(tick: Int, value: [Int])] = []
      for row in 0..<Swift.max(a.moments.count, b.moments.count) {
        let one: Timetable.Moment = row < a.moments.count ? a.moments[row] : (a.end, -1)
        let other: Timetable.Moment = row < b.moments.count ? b.moments[row] : (b.end, -1)
        rows.append((Swift.max(one.tick, other.tick), [one.value, other.value]))
      }
      return (rows, max(a.end, b.end))
    }
  }

  @Test func battery() {
    Battery.check("zipLongest") { (input: Signal<Int, TestFailure>) in
      zipLongest(input, input).map { $0.0 ?? 0 }
    }
    Battery.check("zipLongest of kept values") { (input: Signal<Probed, Probed>) in
      zipLongest([input, input]).map { $0.count }
    }
  }
}
