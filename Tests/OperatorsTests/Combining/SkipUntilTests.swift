import Operators
import StreamTesting
import Testing

@Suite struct SkipUntilTests {
  @Test func picture() {
    marbles {
      "1-2-3-4-5-|"
      "-----x--"
      "------4-5-|"
    } through: { source, trigger, _ in
      source.skip(until: trigger)
    }
  }

  @Test func completionFiresTooAndAFailureIsPassedOn() {
    marbles {
      "1-2-3-4-5-|"
      "---|"
      "----3-4-5-|"
    } through: { source, trigger, _ in
      source.skip(until: trigger)
    }
    marbles {
      "1-2-3-4-5-|"
      "---#"
      "---#"
    } through: { source, trigger, _ in
      source.skip(until: trigger)
    }
  }

  @Test func theTriggerIsDisposedWhenItHasFired() {
    let diary = Diary()
    let (source, trigger) = (Subject<Int, Never>(), Subject<Int, Never>())
    let recorder = Recorder(source.skip(until: diary.watch("t", trigger.signal)))
    source.send(1)
    trigger.send(0)
    #expect(diary.all == ["+t", "-t"])
    source.send(2)
    #expect(recorder.values == [2])
  }

  @Test func battery() {
    Battery.check("skip(until:)") { (input: Signal<Int, TestFailure>) in input.skip(until: Signal<Int, Never>.just(1)) }
    Battery.check("skip(until:)", .emitsNothing) { (input: Signal<Int, TestFailure>) in
      input.skip(until: Signal<Int, Never>.never)
    }
  }
}
