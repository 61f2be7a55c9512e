import Operators
import StreamTesting

extension Catalog {
  /// Operators with a stream for each value.
  mutating func addFlattening() {
    add("flatMap(.merge)", letters("source", "1-----2----|"), letters("each", "n--n--n|")) { source, each, _, _ in
      source.flatMap(.merge) { value in each.map { _ in value } }
    }
    add("flatMap(.concat)", letters("source", "1-----2----|"), letters("each", "n--n--n|")) { source, each, _, _ in
      source.flatMap(.concat) { value in each.map { _ in value } }
    }
    add(
      "flatMap(.ordered(2))", letters("source", "1-----2----|"), letters("each", "n--n--n|"), n: 2
    ) { source, each, _, n in
      source.flatMap(.ordered(maxConcurrent: n)) { value in each.map { _ in value } }
    }
    add("flatMap(.latest)", letters("source", "1-----2----|"), letters("each", "n--n--n|")) { source, each, _, _ in
      source.flatMap(.latest) { value in each.map { _ in value } }
    }
    add("flatMap(.first)", letters("source", "1-----2----|"), letters("each", "n--n--n|")) { source, each, _, _ in
      source.flatMap(.first) { value in each.map { _ in value } }
    }
    add(
      "concatMap { n--n--n| }", letters("source", "1-----2----|"), letters("each", "n--n--n|")
    ) { source, each, _, _ in
      source.concatMap { value in each.map { _ in value } }
    }
    add(
      "flatMapLatest { n--n--n| }", letters("source", "1-----2----|"), letters("each", "n--n--n|")
    ) { source, each, _, _ in
      source.flatMapLatest { value in each.map { _ in value } }
    }
    add(
      "flatMapFirst { n--n--n| }", letters("source", "1-----2----|"), letters("each", "n--n--n|")
    ) { source, each, _, _ in
      source.flatMapFirst { value in each.map { _ in value } }
    }
    add(
      "flatMap(.concat, per: …) { n--n| }", letters("source", "a-bA--------|"), letters("each", "n--n|")
    ) { source, each, _, _ in
      source.flatMap(.concat, per: { $0.lowercased() }) { value in each.map { _ in value } }
    }
    add(
      "flatten()", letters("a", "-1---2-3|"), letters("b", "-7-8|"), letters("source", "-a--b-----|", of: "ab")
    ) { a, b, source, _, _ in
      source.map { $0 == "a" ? a : b }.flatten()
    }
    add(
      "switchToLatest()", letters("a", "-1-2-3-4|"), letters("b", "-7-8|"), letters("source", "a---b-----|", of: "ab")
    ) { a, b, source, _, _ in
      source.map { $0 == "a" ? a : b }.switchToLatest()
    }
    add("balance(over: 2) {…}", letters("source", "12-3-----|"), n: 2) { source, time, n in
      source.balance(over: n) { value, _ in
        Signal<String, TestFailure>.just(value).delay(for: time.ticks(2), on: time)
      }
    }
    add("expand { n < 3: -(n+1)| }", digits("source", "1-----|")) { source, time, _ in
      source.expand { number in
        number < 3 ? Signal.timer(after: time.ticks(1), on: time).mapTo(number + 1).promoteFailure() : .empty
      }
    }
    add("switchScan(0) { -(sum)--(sum + 1)| }", digits("source", "1-----2----|")) { source, time, _ in
      source.switchScan(0) { result, value in
        time.cold("-x--y|", values: ["x": result + value, "y": result + value + 1]).signal
      }
    }
    add("switchOnFirst { n, all in all.take(n)}", digits("source", "2-1-3-|")) { source, _, _ in
      source.switchOnFirst { first, all in all.take(first) }
    }
    add("then { 7-8| }", letters("source", "1-2-3|"), letters("next", "7-8|")) { source, next, _, _ in
      source.then { next }
    }
    add(
      "switch", letters("keys", "a---b---c---", of: "abc"), letters("first", "-1-2-3-4-"), letters("second", "-5-6-7-")
    ) { keys, first, second, _, _ in
      Signal.switch(keys, cases: ["a": first, "b": second], default: .empty)
    }
    add(
      "if", flags("condition", "t---f---t-|"), letters("positive", "-1-2-3-4-5|"), letters("negative", "-7-8-9-")
    ) { condition, positive, negative, _, _ in
      Signal.if(condition, then: positive, else: negative)
    }
    add("repeat()", letters("source", "1-2-|")) { source, _, _ in
      source.repeat()
    }
    add("repeat(2)", letters("source", "1-2-|"), n: 2) { source, _, n in
      source.repeat(n)
    }
    add("repeat(.constant(3 ticks, limit: 1))", letters("source", "1-|"), n: 3) { source, time, n in
      source.repeat(.constant(time.ticks(n), limit: 1), on: time)
    }
    add("repeat(when: { --x })", letters("source", "1-|"), ticks("trigger", "--x")) { source, trigger, _, _ in
      source.repeat(when: { _ in trigger })
    }
  }
}
