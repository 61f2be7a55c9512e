import Operators
import StreamTesting

extension Catalog {
  /// Operators that leave values out, or answer a question about all of them.
  mutating func addFiltering() {
    add("filter { $0 > 2 }", digits("source", "1--2--3--4--|")) { source, _, _ in
      source.filter { $0 > 2 }
    }
    add("ignore(a)", letters("source", "a--b--a--c--|")) { source, _, _ in
      source.ignore("a")
    }
    add("compact()", letters("source", "1--n--3--|")) { source, _, _ in
      source.map { Int($0) }.compact()
    }
    add("ignoreValues()", letters("source", "a--b--c--|")) { source, _, _ in
      source.ignoreValues()
    }
    add("matching", digits("source", "1-2-3-4-|")) { source, _, _ in
      source.partition { $0 % 2 == 0 }.matching
    }
    add("rest", digits("source", "1-2-3-4-|")) { source, _, _ in
      source.partition { $0 % 2 == 0 }.rest
    }
    add("take(2)", letters("source", "a--b--c--d--|"), n: 2) { source, _, n in
      source.take(n)
    }
    add("take(while: { $0 < 3 })", digits("source", "1--2--3--2--|")) { source, _, _ in
      source.take(while: { $0 < 3 })
    }
    add("take(untilFirst: { $0 == 3 })", digits("source", "1--2--3--2--|")) { source, _, _ in
      source.take(untilFirst: { $0 == 3 })
    }
    add("take(last: 2)", letters("source", "a--b--c--|"), n: 2) { source, _, n in
      source.take(last: n)
    }
    add("skip(2)", letters("source", "a--b--c--d--|"), n: 2) { source, _, n in
      source.skip(n)
    }
    add("skip(while: { $0 < 3 })", digits("source", "1--2--3--1--|")) { source, _, _ in
      source.skip(while: { $0 < 3 })
    }
    add("skip(untilFirst: { $0 == 3 })", digits("source", "1--2--3--1--|")) { source, _, _ in
      source.skip(untilFirst: { $0 == 3 })
    }
    add("skip(last: 2)", letters("source", "a--b--c--d--|"), n: 2) { source, _, n in
      source.skip(last: n)
    }
    add("first()", letters("source", "--a--b--|")) { source, _, _ in
      source.first()
    }
    add("first(where: { $0 > 2 })", digits("source", "1--2--3--4--|")) { source, _, _ in
      source.first(where: { $0 > 2 })
    }
    add("last()", letters("source", "a--b--c--|")) { source, _, _ in
      source.last()
    }
    add("last(where: { $0 < 3 })", digits("source", "1--2--3--4--|")) { source, _, _ in
      source.last(where: { $0 < 3 })
    }
    add("element(at: 2)", letters("source", "a--b--c--d--|"), n: 2) { source, _, n in
      source.element(at: n)
    }
    add("single()", letters("source", "--a--b--|")) { source, _, _ in
      source.single()
    }
    add("distinctUntilChanged()", letters("source", "a--a--b--b--a--|")) { source, _, _ in
      source.distinctUntilChanged()
    }
    add("distinctUntilChanged { abs($0 - $1) < 2 }", digits("source", "1--2--5--6--1--|")) { source, _, _ in
      source.distinctUntilChanged { abs($0 - $1) < 2 }
    }
    add("distinctUntilChanged(comparing: lowercase)", letters("source", "A--a--b--B--a--|")) { source, _, _ in
      source.distinctUntilChanged(comparing: { $0.lowercased() })
    }
    add("unique()", letters("source", "a--b--a--c--b--|")) { source, _, _ in
      source.unique()
    }
    add("unique(comparing: lowercase)", letters("source", "a--B--A--c--b--|")) { source, _, _ in
      source.unique(comparing: { $0.lowercased() })
    }
    add("contains(b)", letters("source", "a--b--c--|")) { source, _, _ in
      source.contains("b")
    }
    add("contains(where: { $0 > 1 })", digits("source", "1--2--3--|")) { source, _, _ in
      source.contains(where: { $0 > 1 })
    }
    add("allSatisfy { $0 < 2 }", digits("source", "1--2--3--|")) { source, _, _ in
      source.allSatisfy { $0 < 2 }
    }
    add("isEmpty()", digits("source", "---1--2--|")) { source, _, _ in
      source.isEmpty()
    }
    add("sum()", digits("source", "1--2--3--|")) { source, _, _ in
      source.sum()
    }
    add("average()", digits("source", "1--2--6--|")) { source, _, _ in
      source.average()
    }
    add("count()", letters("source", "a--b--c--|")) { source, _, _ in
      source.count()
    }
    add("min()", digits("source", "3--1--2--|")) { source, _, _ in
      source.min()
    }
    add("min(by: { $0 < $1 })", digits("source", "3--1--2--|")) { source, _, _ in
      source.min(by: { $0 < $1 })
    }
    add("max()", digits("source", "1--3--2--|")) { source, _, _ in
      source.max()
    }
    add("max(by: { $0 < $1 })", digits("source", "1--3--2--|")) { source, _, _ in
      source.max(by: { $0 < $1 })
    }
  }
}
