import Operators
import StreamTesting

extension Catalog {
  /// Operators that make other values.
  mutating func addTransforming() {
    add("map { $0 * 10 }", digits("source", "1--2--3|")) { source, _, _ in
      source.map { $0 * 10 }
    }
    add("mapTo(x)", letters("source", "1--2--3|")) { source, _, _ in
      source.mapTo("x")
    }
    add("compactMap { Int($0) }", letters("source", "1--x--3--|")) { source, _, _ in
      source.compactMap { Int($0) }
    }
    add("scan(0, +)", digits("source", "1--2--3--|")) { source, _, _ in
      source.scan(0, +)
    }
    add("scan(into: 0) { $0 += $1 }", digits("source", "1--2--3--|")) { source, _, _ in
      source.scan(into: 0) { $0 += $1 }
    }
    add("scanIndexed(0) { $0 + $1 * $2 }", digits("source", "1--2--3--|")) { source, _, _ in
      source.scanIndexed(0) { $0 + $1 * $2 }
    }
    add("reduce(0, +)", digits("source", "1--2--3--|")) { source, _, _ in
      source.reduce(0, +)
    }
    add("reduce(into: 0) { $0 += $1 }", digits("source", "1--2--3--|")) { source, _, _ in
      source.reduce(into: 0) { $0 += $1 }
    }
    add("collect()", digits("source", "1--2--3--|")) { source, _, _ in
      source.collect()
    }
    add("collect(count: 2)", digits("source", "1--2--3--4--5--|"), n: 2) { source, _, n in
      source.collect(count: n)
    }
    add("collect(count: 3, every: 2)", digits("source", "1--2--3--4--5--|"), n: 3) { source, _, n in
      source.collect(count: n, every: 2)
    }
    add("chunked(by: { $1 == $0 + 1 })", digits("source", "1--2--5--6--9--|")) { source, _, _ in
      source.chunked(by: { $1 == $0 + 1 })
    }
    add("chunked(on: { $0 % 2 })", digits("source", "1--3--2--4--5--|")) { source, _, _ in
      source.chunked(on: { $0 % 2 }).map { ($0.key, $0.values) }
    }
    add("chunked(while: { $0 > 0 })", digits("source", "1--2--0--0--3--|")) { source, _, _ in
      source.chunked(while: { $0 > 0 })
    }
    add("chunked(endingWhere: { $0 == 0 })", digits("source", "1--2--0--3--0--4--|")) { source, _, _ in
      source.chunked(endingWhere: { $0 == 0 })
    }
    add("chunked(startingWhere: { $0 == 0 })", digits("source", "1--0--2--0--3--|")) { source, _, _ in
      source.chunked(startingWhere: { $0 == 0 })
    }
    add("collect(keyedBy: { $0 % 2 })", digits("source", "1--2--3--|")) { source, _, _ in
      source.collect(keyedBy: { $0 % 2 }, uniquingKeysWith: { $1 }).map {
        $0.sorted { $0.key > $1.key }.map { "\($0.key): \($0.value)" }
      }
    }
    add("collect(groupedBy: { $0 % 2 })", digits("source", "1--2--3--|")) { source, _, _ in
      source.collect(groupedBy: { $0 % 2 }).map { $0.sorted { $0.key > $1.key }.map { "\($0.key): \($0.value)" } }
    }
    add("reduce(by: …, into: 0) { $0 += $1 }", digits("source", "1--2--3--|")) { source, _, _ in
      source.reduce(by: { $0 % 2 }, into: 0) { $0 += $1 }.map { "(\($0.key), \($0.result))" }
    }
    add("combinePrevious(1, -)", digits("source", "1--3--8--|")) { source, _, _ in
      source.combinePrevious(1, -)
    }
    add("pairwise()", digits("source", "1--2--3--|")) { source, _, _ in
      source.pairwise().map { ($0.previous, $0.current) }
    }
    add("enumerated()", letters("source", "a--b--c--|")) { source, _, _ in
      source.enumerated().map { ($0.offset, $0.element) }
    }
    add("startWith(x, y)", letters("source", "--a--b--|")) { source, _, _ in
      source.startWith("x", "y")
    }
    add("append(x, y)", letters("source", "a--b--|")) { source, _, _ in
      source.append("x", "y")
    }
    add("defaultIfEmpty(x)", letters("source", "----|")) { source, _, _ in
      source.defaultIfEmpty("x")
    }
    add("switchIfEmpty(to: other)", letters("source", "---|"), letters("other", "1-2|")) { source, other, _, _ in
      source.switchIfEmpty(to: other)
    }
    add("intersperse(x)", letters("source", "a--b--c--|")) { source, _, _ in
      source.intersperse("x")
    }
    add("materialize()", digits("source", "1--2--#")) { source, _, _ in
      source.materialize()
    }
    add("dematerialize()", ticks("source", "a--b--c--d--|", of: "abcd")) { source, _, _ in
      source.map { ["a": Event<Int, TestFailure>.next(1), "b": .next(2), "c": .completed, "d": .next(3)][$0]! }
        .dematerialize()
    }
    add("not()", flags("source", "t--f--t--|")) { source, _, _ in
      source.not()
    }
    add("and()", letters("source", "a--b--|", of: "ab")) { source, _, _ in
      source.map { (true, $0 == "b") }.and()
    }
    add("or()", letters("source", "a--b--|", of: "ab")) { source, _, _ in
      source.map { ($0 == "a", false) }.or()
    }
  }
}
