import Operators
import StreamTesting
import Testing

struct SingleTests {
  @Test func picture() {
    expectPicture("--a--b--|", "-----#") { (source: Letters) in source.single() }
    #expect(ends("a--b--|") == ["failed \(SingleFailure<Never>.severalValues)"])
  }

  @Test func picturesOfTheOtherEnds() {
    expectPicture("a--|", "---(a|)") { (source: Letters) in source.single() }
    expectPicture("---|", "---#") { (source: Letters) in source.single() }
    expectPicture("a--#", "---#") { (source: Letters) in source.single() }
  }

  @Test func theOnlyValueComesAtTheEnd() {
    #expect(ends("a--") == [])
    #expect(ends("a--|") == ["a", "completed"])
  }

  @Test func noneIsAFailure() {
    #expect(ends("---|") == ["failed \(SingleFailure<Never>.noValue)"])
  }

  @Test func theSecondValueDisposesTheSource() {
    let asked = Counter()
    let endless = Signal<Int, Never>(attaching: { sink, subscription in
      while subscription.isActive {
        asked.up()
        sink.next(7)
      }
    })
    #expect(values(endless.single()) == [])
    #expect(asked.count == 2)
  }

  @Test func aFailureOfTheSourceIsHandedOn() {
    #expect(ends("a--#") == ["failed The stream failed with #."])
  }

  private func ends(_ picture: String) -> [String] {
    let time = TestScheduler()
    let recorder = Recorder(time.cold(picture).single(), on: time)
    time.run()
    return recorder.events.map { event in
      switch event {
      case .next(let value): value
      case .failed(let failure): "failed \(failure)"
      case .completed: "completed"
      }
    }
  }

  /// Only one of the battery's values, because more are a failure.
  @Test func battery() {
    Battery.check("single", .changesFailure, .finishesEarly) { (input: Signal<Int, TestFailure>) in
      input.take(1).single()
    }
  }
}
