import Operators
import StreamTesting
import Testing

/// `combineLatest` and `zip` of more than six streams.
@Suite struct BeyondSixTests {
  private let ones = Signal<Int, Never>([1, 2])
  private let names = Signal<String, Never>(["a", "b"])
  private let nothing = Signal<Int?, Never>([nil, 7])

  @Test func latestOfSeven() {
    let all = values(combineLatest(ones, names, ones, names, ones, nothing, names))
    #expect(all.count == 2)
    #expect(all[0].1 == "b" && all[0].5 == 7 && all[0].6 == "a")
    #expect(all[1].0 == 2 && all[1].6 == "b")
  }

  @Test func eightTogether() {
    let rows = zip(ones, names, ones, names, ones, nothing, names, ones).map { a, b, c, d, e, f, g, h in
      "\(a)\(b)\(c)\(d)\(e)\(f ?? 0)\(g)\(h)"
    }
    #expect(values(rows) == ["1a1a10a1", "2b2b27b2"])
  }

  @Test func theEndsAreThoseOfAllOthers() {
    let subjects = (0..<7).map { _ in Subject<Int, TestFailure>() }
    func latest() -> Recorder<Int, TestFailure> {
      Recorder(
        combineLatest(
          subjects[0], subjects[1], subjects[2], subjects[3], subjects[4], subjects[5], subjects[6]
        ).map { $0.0 + $0.6 })
    }
    let (recorder, failing) = (latest(), latest())
    for (number, subject) in subjects.enumerated() { subject.send(number) }
    #expect(recorder.events == [.next(6)])
    for subject in subjects.dropLast() { subject.complete() }
    #expect(recorder.completion == nil)
    subjects[6].fail(TestFailure())
    #expect(recorder.completion == .failed(TestFailure()))
    #expect(failing.completion == .failed(TestFailure()))
  }

  @Test func battery() {
    let one = Failing.just(1)
    Battery.check("combineLatest of seven") { (input: Signal<Int, TestFailure>) in
      combineLatest(one, one, one, one, one, one, input).map { $0.6 }
    }
    Battery.check("zip of seven", .finishesEarly) { (input: Signal<Int, TestFailure>) in
      let many = Signal(1...10_000).promoteFailure(to: TestFailure.self)
      return zip(input, many, input, input, input, input, input).map { $0.0 }
    }
  }
}
