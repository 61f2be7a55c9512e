import Operators
import StreamTesting
import Testing

@Suite struct FlatMapFirstTests {
  @Test func theClosureIsNotCalledForAValueThatIsDropped() {
    let tally = Tally()
    let (source, inner) = (Subject<Int, Never>(), Subject<Int, Never>())
    let recorder = Recorder(
      source.flatMapFirst { number in
        tally.up()
        return inner.map { $0 * number }
      })
    source.send(1)
    source.send(2)
    inner.send(5)
    #expect(tally.count == 1)
    #expect(recorder.values == [5])
    recorder.dispose()
  }

  @Test func theNextIsTakenWhenTheFirstHasEnded() {
    let source = Subject<Int, Never>()
    let recorder = Recorder(source.flatMapFirst { .just($0) })
    source.send(1)
    source.send(2)
    #expect(recorder.values == [1, 2])
  }

  @Test func picture() {
    marbles {
      "1-----2----|"
      "n--n--n|"
      "1--1--1----|"
    } through: { source, each, _ in
      source.flatMapFirst { value in each.map { _ in value } }
    }
  }

  @Test func battery() {
    Battery.check("flatMapFirst") { (input: Signal<Int, TestFailure>) in input.flatMapFirst { Failing.just($0) } }
  }
}
