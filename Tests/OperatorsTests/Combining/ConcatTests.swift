import Operators
import StreamTesting
import Testing

@Suite struct ConcatTests {
  @Test func picture() {
    marbles {
      "1-2|"
      "3-|"
      "1-23-|"
    } through: { a, b, _ in
      concat(a, b)
    }
  }

  @Test func eachIsTornDownBeforeTheNext() {
    let diary = Diary()
    let ones = Signal<Int, Never>([1])
    #expect(values(concat(diary.watch("a", ones), diary.watch("b", ones), ones)) == [1, 1, 1])
    #expect(diary.all == ["+a", "-a", "+b", "-b"])
    #expect(Recorder(concat(Signal<Int, TestFailure>.fail(TestFailure()), Failing.just(1))).values.isEmpty)
  }

  @Test func battery() {
    Battery.check("concat") { (input: Signal<Int, TestFailure>) in concat(input, Failing.empty) }
    Battery.check("concat") { (input: Signal<Int, TestFailure>) in concat(Failing.empty, input) }
  }
}
