import Operators
import StreamTesting
import Testing

@Suite struct ZipTests {
  @Test func picture() {
    marbles(values: ["p": "1x", "q": "2y", "r": "3z"]) {
      "1---2-----3-|"
      "--x-y-z|"
      "--p-q-----(r|)"
    } through: { a, b, _ in
      zip(a, b) { $0 + $1 }
    }
  }

  @Test func completesWithTheValueThatDrainsACompletedSide() {
    marbles(values: ["x": "ac", "y": "bd"]) {
      "ab|"
      "---c--d--e-|"
      "---x--(y|)"
    } through: { a, b, _ in
      zip(a, b) { $0 + $1 }
    }
  }

  @Test(arguments: [true, false]) func aSideThatCompletesWithNothingWaitingEndsIt(isFirst: Bool) {
    marbles(values: ["x": "ab"]) {
      "a-|"
      "b------|"
      "x-|"
    } through: { a, b, _ in
      isFirst ? zip(a, b) { $0 + $1 } : zip(b, a) { $1 + $0 }
    }
  }

  /// The failure comes before or after the completion, and after fewer or more values.
  @Test func aFailurePassesImmediatelyAndACompletionWhenItsSideIsDrained() {
    marbles(values: ["x": "ae"]) {  // earlier, and after more values
      "abc#"
      "e----|"
      "x--#"
    } through: { a, b, _ in
      zip(a, b) { $0 + $1 }
    }
    marbles(values: ["x": "ae"]) {  // earlier, and after fewer
      "a-#"
      "efg----|"
      "x-#"
    } through: { a, b, _ in
      zip(a, b) { $0 + $1 }
    }
    marbles(values: ["x": "ae"]) {  // later, and after fewer: the completed side still has values
      "a-----#"
      "efg|"
      "x-----#"
    } through: { a, b, _ in
      zip(a, b) { $0 + $1 }
    }
    marbles(values: ["x": "ae", "y": "bf"]) {  // later, and after more: completed before
      "ab-c--#"
      "ef|"
      "xy|"
    } through: { a, b, _ in
      zip(a, b) { $0 + $1 }
    }
  }

  @Test func threeWithUnevenArrivalAndAFailure() {
    let (a, b, c) = (Subject<Int, TestFailure>(), Subject<Int, TestFailure>(), Subject<Int, TestFailure>())
    let recorder = Recorder(zip(a, b, c) { "\($0)\($1)\($2)" })
    for value in 1...3 { a.send(value) }
    for value in 1...3 { b.send(value) }
    for value in 1...3 { c.send(value) }
    a.send(4)
    b.fail(TestFailure())
    b.send(4)
    c.send(4)
    #expect(recorder.values == ["111", "222", "333"])
    #expect(recorder.completion == .failed(TestFailure()))
  }

  @Test func valuesWaitInOrder() {
    let (a, b) = (Subject<Int, Never>(), Subject<Int, Never>())
    let recorder = Recorder(zip(a, b) { $0 * 1000 + $1 })
    for value in 0..<100 { a.send(value) }
    for value in 0..<100 { b.send(value) }
    #expect(recorder.values == (0..<100).map { $0 * 1001 })
  }

  @Test func everyNumberOfStreams() {
    let ones = Signal<Int, Never>([1, 2])
    #expect(values(zip(ones, ones) { $0 * 10 + $1 }) == [11, 22])
    #expect(values(zip(ones, ones, ones) { [$0, $1, $2] }) == [[1, 1, 1], [2, 2, 2]])
    #expect(values(zip(ones, ones, ones, ones) { $0 + $1 + $2 + $3 }) == [4, 8])
    #expect(values(zip(ones, ones, ones, ones)).last! == (2, 2, 2, 2))
    #expect(values(zip(zip(ones, ones), ones, ones, zip(ones, ones))).last!.3 == (2, 2))
    #expect(values(ones.zip(Signal(["a"]))).map(\.1) == ["a"])
    #expect(Recorder(zip([Signal<Int, Never>]())).completion == .completed)
    #expect(values(zip([ones])) == [[1], [2]])
  }

  /// Swift's own `zip` still means the standard library's function.
  @Test func sequencesAreStillZippedBySwift() {
    #expect(zip([1, 2], ["a", "b"]).map { "\($0)\($1)" } == ["1a", "2b"])
  }

  @Test func battery() {
    Battery.check("zip", .finishesEarly) { (input: Signal<Int, TestFailure>) in
      zip(input, Signal(1...10_000).promoteFailure()) { $0 + $1 }
    }
    Battery.check("zip of many") { (input: Signal<Int, TestFailure>) in zip([input, input, input]) }
  }

  /// The battery's source takes several positions, and follows streams that have already sent.
  @Test func batteryOfThreeToSix() {
    let many = Signal(1...2_000).promoteFailure(to: TestFailure.self)
    Battery.check("zip of three") { (a: Signal<Int, TestFailure>) in zip(a, a, a) { [$0, $1, $2] } }
    Battery.check("zip of three, one ahead", .finishesEarly) { (a: Signal<Int, TestFailure>) in
      zip(many, a, a) { [$0, $1, $2] }
    }
    Battery.check("zip of four") { (a: Signal<Int, TestFailure>) in zip(a, a, a, a) { [$0, $1, $2, $3] } }
    Battery.check("zip of four, one ahead", .finishesEarly) { (a: Signal<Int, TestFailure>) in
      zip(a, many, a, a) { [$0, $1, $2, $3] }
    }
    Battery.check("zip of six, nested") { (a: Signal<Int, TestFailure>) in
      zip(zip(a, a), zip(a, a), zip(a, a)) { [$0.0, $0.1, $1.0, $1.1, $2.0, $2.1] }
    }
    Battery.check("zip of six, nested, one ahead", .finishesEarly) { (a: Signal<Int, TestFailure>) in
      zip(zip(a, a), zip(a, a), zip(many, a)) { [$0.0, $0.1, $1.0, $1.1, $2.0, $2.1] }
    }
  }
}
