import Operators
import StreamTesting
import Testing

struct TryMapTests {
  @Test func picture() {
    marbles(inputs: { $0.wholeNumberValue! }) {
      "1-2-0-3-|"
      "6-3-#"
    } through: { (input: Signal<Int, MarbleFailure>, _) in
      input.tryMap { number throws(MarbleFailure) in
        if number == 0 { throw MarbleFailure("zero") }
        return 6 / number
      }
    }
  }

  @Test func aFailureOfTheSourcePasses() {
    marbles {
      "1-#"
      "1-#"
    } through: { input, _ in
      input.tryMap { value throws(MarbleFailure) in value }
    }
  }

  @Test func aStreamThatCannotFailFailsWithTheThrownError() {
    let stream = Signal([1, 0]).tryMap { number throws(Oops) in
      if number == 0 { throw .oops }
      return 6 / number
    }
    let typed: Signal<Int, Oops> = stream
    #expect(Recorder(typed).events == [.next(6), .failed(.oops)])
  }

  @Test func withoutATypeTheFailureIsAnyError() {
    @Sendable func check(_ number: Int) throws -> Int {
      if number == 0 { throw Oops.oops }
      return number
    }
    let stream: Signal<Int, any Error> = Signal([1, 0]).tryMap { try check($0) }
    let recorder = Recorder(stream)
    #expect(recorder.values == [1])
    if case .failed(let failure) = recorder.completion {
      #expect(failure is Oops)
    } else {
      Issue.record("It did not fail.")
    }
  }

  @Test func stopsAtTheFirstErrorInTheMiddleOfALoop() {
    let sent = Notes<Int>()
    let source = Signal<Int, Oops> { observer in
      for number in 0..<10 where observer.isActive {
        sent.add(number)
        observer.send(number)
      }
      observer.complete()
    }
    let recorder = Recorder(source.tryMap { number throws(Oops) in if number == 2 { throw .oops } })
    #expect(recorder.values.count == 2)
    #expect(recorder.completion == .failed(.oops))
    #expect(sent.all == [0, 1, 2])
  }

  @Test func battery() {
    Battery.check("tryMap") { (input: Signal<Int, TestFailure>) in
      input.tryMap { number throws(TestFailure) in number + 1 }
    }
    Battery.check("tryMap that throws", .finishesEarly) { (input: Signal<Int, TestFailure>) in
      input.tryMap { number throws(TestFailure) in
        if number == 3 { throw TestFailure("battery") }
        return number
      }.ignoreFailure()
    }
  }
}
