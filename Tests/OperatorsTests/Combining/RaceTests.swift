import Operators
import StreamTesting
import Testing

@Suite struct RaceTests {
  @Test func picture() {
    marbles {
      "---1--2--|"
      "-5---6----7|"
      "-5---6----7|"
    } through: { a, b, _ in
      race(a, b)
    }
  }

  @Test func anyEventDecides() {
    marbles {
      "--|"
      "---a|"
      "--|"
    } through: { a, b, _ in
      race(a, b)
    }
    marbles {
      "---a|"
      "--#"
      "--#"
    } through: { a, b, _ in
      race(a, b)
    }
  }

  @Test func losersAreDisposedAndLateOnesNotSubscribedTo() {
    let diary = Diary()
    let (a, b) = (Subject<Int, Never>(), Subject<Int, Never>())
    let recorder = Recorder(race(diary.watch("a", a.signal), diary.watch("b", b.signal)))
    b.send(1)
    #expect(diary.all == ["+a", "+b", "-a"])
    a.send(2)
    b.send(3)
    b.complete()
    #expect(recorder.values == [1, 3])
    #expect(recorder.completion == .completed)
    #expect(diary.all == ["+a", "+b", "-a", "-b"])
    #expect(values(race(Signal<Int, Never>.just(1), diary.watch("c", Signal<Int, Never>.just(2)))) == [1])
    #expect(!diary.all.contains("+c"))
    #expect(Recorder(race([Signal<Int, Never>]())).completion == .completed)
  }

  @Test func battery() {
    Battery.check("race") { (input: Signal<Int, TestFailure>) in race(input, Failing.never) }
    Battery.check("race") { (input: Signal<Int, TestFailure>) in race(Failing.never, input) }
  }
}
