import Operators
import StreamTesting

extension Catalog {
  /// The operators that others are made of.
  mutating func addCore() {
    add("bind", letters("source", "1-----2---|")) { source, _, _ in
      source.bind { { value, _ in Signal([value, value]).promoteFailure() } }
    }
    add("flatMap { (nn|) }", letters("source", "1-----2---|")) { source, _, _ in
      source.flatMap { value in Signal([value, value]).promoteFailure() }
    }
    add("a.concat(b)", letters("a", "1-2|"), letters("b", "3-|")) { a, b, _, _ in
      a.concat(b)
    }
    add("concat", letters("a", "1-2|"), letters("b", "3-|")) { a, b, _, _ in
      concat([a, b])
    }
    add("a.zip(b)", letters("a", "1---2-----3-|"), letters("b", "--a-b-c|")) { a, b, _, _ in
      a.zip(b)
    }
    add("promoteFailure()", ticks("source", "1-2-|")) { source, _, _ in
      source.promoteFailure(to: TestFailure.self)
    }
  }
}
