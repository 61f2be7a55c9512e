import Operators
import StreamTesting

extension Catalog {
  /// Operators with several inputs.
  mutating func addCombining() {
    add("combineLatest(a, b)", letters("a", "1-----2---|"), letters("b", "--x-y----|")) { a, b, _, _ in
      combineLatest(a, b)
    }
    add("combineLatest([a, b])", digits("a", "1-----2---|"), digits("b", "--5-6----|")) { a, b, _, _ in
      combineLatest([a, b])
    }
    add("zip(a, b)", letters("a", "1---2-----3-|"), letters("b", "--x-y-z|")) { a, b, _, _ in
      zip(a, b)
    }
    add("zip([a, b])", digits("a", "1---2-----3-|"), digits("b", "--5-6-7|")) { a, b, _, _ in
      zip([a, b])
    }
    add("merge", letters("a", "1---2---|"), letters("b", "--3---4-----|")) { a, b, _, _ in
      merge(a, b)
    }
    add("concat(a, b)", letters("a", "1-2|"), letters("b", "3-|")) { a, b, _, _ in
      concat(a, b)
    }
    add("race(a, b)", letters("a", "---1--2--|"), letters("b", "-5---6----7|")) { a, b, _, _ in
      race(a, b)
    }
    add("mergeSorted(a, b)", letters("a", "1---4---|"), letters("b", "--2---3---|")) { a, b, _, _ in
      mergeSorted(a, b)
    }
    add(
      "mergePrioritized([a, b], priorities: [2, 1])", letters("a", "(123)|"), letters("b", "(xyz)|"), n: 2
    ) { a, b, time, n in
      mergePrioritized([a, b], priorities: [n, 1], on: time)
    }
    add("mergeDelayingFailures(a, b)", letters("a", "1---#"), letters("b", "--2---3-|")) { a, b, _, _ in
      mergeDelayingFailures(a, b)
    }
    add("zipLongest(a, b)", letters("a", "1-2-|"), letters("b", "-x--y-z|")) { a, b, _, _ in
      zipLongest(a, b).map { ($0 ?? "nil", $1 ?? "nil") }
    }
    add(
      "withLatest(from: other)", letters("source", "--1---2----3-|"), letters("other", "a---b---------c--")
    ) { source, other, _, _ in
      source.withLatest(from: other)
    }
    add("elementsEqual(b)", letters("a", "1-2----3-|"), letters("b", "--1-2--3---|")) { a, b, _, _ in
      a.elementsEqual(b)
    }
    add("elementsEqual(b) { $0 == $1 }", letters("a", "1-2----3-|"), letters("b", "--1-2-4--|")) { a, b, _, _ in
      a.elementsEqual(b) { $0 == $1 }
    }
    add("publish { merge($0.filter(isEven), $0.filter(isOdd)) }", digits("source", "1--2--3--|")) { source, _, _ in
      source.publish { merge($0.filter { $0 % 2 == 0 }, $0.filter { $0 % 2 == 1 }) }
    }
    add("partition(by: isEven) { merge($0, $1) }", digits("source", "1-2-3-4-|")) { source, _, _ in
      source.partition(by: { $0 % 2 == 0 }) { merge($0, $1) }
    }
    add("unzip { zip($0, $1, +) }", letters("pairs", "a--b--|", of: "ab")) { pairs, _, _ in
      pairs.map { $0 == "a" ? (1, 5) : (2, 6) }.unzip { zip($0, $1) { $0 + $1 } }
    }
    add(
      "sample(at: ticks)", letters("source", "1---2-3-----|"), letters("ticks", "--x--x-x-x----")
    ) { source, ticks, _, _ in
      source.sample(at: ticks)
    }
    add(
      "take(until: trigger)", letters("source", "1-2-3-4-5-|"), letters("trigger", "-----x--")
    ) { source, trigger, _, _ in
      source.take(until: trigger)
    }
    add(
      "take(untilReplacement: other)", letters("source", "1-2-3-4-5-|"), letters("other", "-----6---7--|")
    ) { source, other, _, _ in
      source.take(untilReplacement: other)
    }
    add(
      "skip(until: trigger)", letters("source", "1-2-3-4-5-|"), letters("trigger", "-----x--")
    ) { source, trigger, _, _ in
      source.skip(until: trigger)
    }
  }
}
