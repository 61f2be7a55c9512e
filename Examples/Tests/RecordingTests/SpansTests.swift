import InMemoryTracing
import Rill
import Spans
import StreamTesting
import Testing
import Tracing

/// There is one recording at a time.
@Suite(.serialized) struct RecordingTests {}

private struct NoAnswer: Error, CustomStringConvertible {
  var description: String { "no answer" }
}

extension RecordingTests {
  @Suite struct SpansTests {
    private func spans(_ body: () -> Void) -> [FinishedInMemorySpan] {
      let tracer = InMemoryTracer()
      recorded(body).export(to: tracer)
      #expect(tracer.activeSpans.isEmpty)
      return tracer.finishedSpans
    }

    @Test func aSpanIsInsideTheCauseThatWasRunningAndLinkedToTheOther() throws {
      let spans = spans {
        let typed = Subject<String, Never>()
        typed.map(\.count).subscribe { _ in }
        typed.send("ada")
      }
      let sent = try #require(spans.first { $0.operationName == "Subject" })
      let mapped = try #require(spans.first { $0.operationName == "map" })
      let shown = try #require(spans.first { $0.operationName == "subscribe" })
      #expect(sent.parentSpanID == nil)
      #expect(mapped.parentSpanID == sent.spanID)
      // The closure of `map` had returned when the handler began.
      #expect(shown.parentSpanID == sent.spanID)
      #expect(shown.links.map(\.context.inMemorySpanContext?.spanID) == [mapped.spanID])
      #expect(mapped.links.isEmpty)
      #expect(shown.traceID == sent.traceID)
      #expect(shown.attributes["rill.value"]?.toSpanAttribute() == .string("3"))
      #expect(shown.attributes["code.location"]?.toSpanAttribute() == .string("RecordingTests/SpansTests.swift:27"))
      let times = [
        sent.startInstant, mapped.startInstant, mapped.endInstant, shown.startInstant, shown.endInstant,
        sent.endInstant,
      ].map(\.nanosecondsSinceEpoch)
      #expect(times == times.sorted())
    }

    @Test func aSpanWhoseCausesAreOverIsAChildOfTheDirectOne() throws {
      let time = TestScheduler()
      let spans = spans {
        let typed = Subject<String, Never>()
        typed.debounce(for: .seconds(1), on: time).subscribe { _ in }
        typed.send("ada")
        time.advance(by: .seconds(2))
      }
      let sent = try #require(spans.first { $0.operationName == "Subject" })
      let rested = try #require(spans.first { $0.operationName == "debounce" })
      let shown = try #require(spans.first { $0.operationName == "subscribe" })
      #expect(rested.parentSpanID == sent.spanID)
      #expect(rested.startInstant.nanosecondsSinceEpoch >= sent.endInstant.nanosecondsSinceEpoch)
      #expect(shown.parentSpanID == rested.spanID)
      #expect(rested.links.isEmpty && shown.links.isEmpty)
    }

    @Test func anExecutionIsASpanUntilItsEnd() throws {
      let (answers, answer) = (Subject<Int, NoAnswer>(), Subject<Int, NoAnswer>())
      let spans = spans {
        let ask = Command(on: .immediate) { (number: Int) -> Signal<Int, NoAnswer> in
          number == 1 ? answers.signal : answer.signal
        }
        ask.execute(1)
        answers.complete()
        ask.execute(2)
        answer.fail(NoAnswer())
      }
      let asked = spans.filter { $0.operationName == "Command" }
      #expect(asked.map { $0.attributes["rill.value"]?.toSpanAttribute() } == [.string("1"), .string("2")])
      #expect(asked[0].status == nil)
      #expect(asked[1].status?.code == .error)
      #expect(asked[0].endInstant.nanosecondsSinceEpoch > asked[0].startInstant.nanosecondsSinceEpoch)
    }

    @Test func spansAreOfTheTimeOfTheRecording() throws {
      let before = DefaultTracerClock.now.nanosecondsSinceEpoch
      let spans = spans {
        let number = MutableProperty(1)
        number.map { $0 + 1 }.subscribe { _ in }
        number.value = 2
      }
      let after = DefaultTracerClock.now.nanosecondsSinceEpoch
      #expect(!spans.isEmpty)
      for span in spans {
        // The clock of the wall is read in microseconds.
        #expect(span.startInstant.nanosecondsSinceEpoch + 1_000 >= before)
        #expect(span.endInstant.nanosecondsSinceEpoch <= after)
      }
    }
  }
}
