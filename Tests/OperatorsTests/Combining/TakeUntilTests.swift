import Operators
import StreamTesting
import Testing

@Suite struct TakeUntilTests {
  @Test func picture() {
    marbles {
      "1-2-3-4-5-|"
      "-----x--"
      "1-2-3|"
    } through: { source, trigger, _ in
      source.take(until: trigger)
    }
  }

  @Test func completionTriggersTooAndASynchronousTriggerSquelchesEverything() {
    marbles {
      "1-2-3-4-5-|"
      "-----|"
      "1-2-3|"
    } through: { source, trigger, _ in
      source.take(until: trigger)
    }
    let diary = Diary()
    for trigger in [Signal<Int, Never>.empty, .just(1)] {
      let recorder = Recorder(diary.watch("source", Signal([1, 2])).take(until: trigger))
      #expect(recorder.events == [.completed])
    }
    #expect(diary.all.isEmpty)
  }

  /// A departure: the original ignores the trigger's failure.
  @Test func theTriggersFailureIsNotIgnored() {
    marbles {
      "1-2-3-4-5-|"
      "-----#"
      "1-2-3#"
    } through: { source, trigger, _ in
      source.take(until: trigger)
    }
  }

  /// `replayLazily` subscribes once, even if the replayed stream was cut off.
  @Test func aReplayThatIsCutStillReplaysAndDoesNotSubscribeAgain() {
    let diary = Diary()
    let (source, trigger) = (Subject<Int, Never>(), Subject<Int, Never>())
    let stream = diary.watch("source", source.signal).take(until: trigger).replayLazily()
    #expect(diary.all.isEmpty)
    let first = Recorder(stream)
    source.send(1)
    trigger.send(0)
    #expect(first.events == [.next(1), .completed])
    #expect(Recorder(stream).events == [.next(1), .completed])
    #expect(diary.all == ["+source", "-source"])
  }

  @Test func bothAreTornDown() {
    let diary = Diary()
    let (source, trigger) = (Subject<Int, Never>(), Subject<Int, Never>())
    let recorder = Recorder(diary.watch("s", source.signal).take(until: diary.watch("t", trigger.signal)))
    source.send(1)
    trigger.send(0)
    source.send(2)
    #expect(recorder.events == [.next(1), .completed])
    #expect(diary.all.sorted() == ["+s", "+t", "-s", "-t"])
  }

  @Test func battery() {
    Battery.check("take(until:)") { (input: Signal<Int, TestFailure>) in input.take(until: Signal<Int, Never>.never) }
    Battery.check("take(until:)", .emitsNothing, .finishesEarly) { (input: Signal<Int, TestFailure>) in
      Signal<Int, TestFailure>.never.take(until: input)
    }
  }
}
