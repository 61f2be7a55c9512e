import Foundation
import Rill
import StreamPrimitives
import StreamTracing
import Testing

/// Works for a time, as slow code does.
private func work(milliseconds: Int) {
  let end = monotonicNanoseconds() + milliseconds * 1_000_000
  while monotonicNanoseconds() < end {}
}

/// The lines of the file of a recording.
func recordedLines(_ body: () throws -> Void) throws -> [Substring] {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
  defer { try? FileManager.default.removeItem(atPath: path) }
  try Trace.start(to: .file(path))
  try body()
  Trace.stop()
  return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
}

private let millisecond = 1_000_000

extension TraceTests {
  @Suite struct TimesTests {
    private func recorded(_ body: () -> Void) -> OwnRecording {
      Trace.start()
      body()
      return OwnRecording(Trace.stop(), file: "StreamTracingTests/TimesTests.swift")
    }

    private func first(_ name: String, _ kind: String = "next", in recording: OwnRecording) throws -> Recording.Event {
      try #require(recording.events.first { recording.name($0) == name && $0.kind == kind })
    }

    /// When the code of an event ran.
    private func span(_ event: Recording.Event) throws -> Range<Int> {
      let start = try #require(event.start)
      return start..<start + (try #require(event.duration))
    }

    /// Expects that no time counts as the own time of two events.
    private func expectOwnTimesAreParts(of whole: Recording.Event, in recording: OwnRecording) throws {
      let (time, all) = (try span(whole), recording.events.filter { $0.start != nil })
      let parts = try all.filter { try time.contains(span($0).lowerBound) && span($0).upperBound <= time.upperBound }
      #expect(parts.reduce(0) { $0 + ($1.ownDuration ?? 0) } <= time.count)
    }

    @Test func aHandlerHasADuration() throws {
      let recording = recorded {
        let numbers = Subject<Int, Never>()
        numbers.subscribe { _ in work(milliseconds: 2) }
        numbers.subscribe { _ in }
        numbers.send(1)
      }
      let handlers = recording.events.filter { recording.name($0) == "subscribe" && $0.kind == "next" }
      #expect(try #require(handlers[0].duration) >= 2 * millisecond)
      #expect(try span(handlers[0]).upperBound <= span(handlers[1]).lowerBound)
      // The call of `send` is as long as both.
      let sent = try first("Subject", in: recording)
      #expect(try #require(sent.duration) >= 2 * millisecond)
      try expectOwnTimesAreParts(of: sent, in: recording)
    }

    @Test func aHandlerBeginsAndEndsWithTheEventThatItReceives() throws {
      let recording = recorded {
        let numbers = Subject<Int, Never>()
        numbers.subscribe { _ in work(milliseconds: 1) }
        numbers.send(1)
      }
      let (sent, handled) = (try first("Subject", in: recording), try first("subscribe", in: recording))
      #expect([handled.time, handled.duration] == [sent.time, sent.duration])
      #expect(sent.ownDuration == 0)
    }

    @Test func codeBetweenTwoEventsIsThatOfTheHandlerThatRunsIt() throws {
      let recording = recorded {
        let (numbers, others) = (Subject<Int, Never>(), Subject<Int, Never>())
        others.subscribe { _ in }
        numbers.subscribe {
          work(milliseconds: 2)
          others.send($0)
          work(milliseconds: 2)
        }
        numbers.send(1)
      }
      let handlers = recording.events.filter { recording.name($0) == "subscribe" && $0.kind == "next" }
      #expect(handlers.count == 2)
      #expect(try #require(handlers[0].ownDuration) >= 4 * millisecond)
      let (outer, inner) = (try span(handlers[0]), try span(handlers[1]))
      #expect(inner.lowerBound - outer.lowerBound >= 2 * millisecond)
      #expect(outer.upperBound - inner.upperBound >= 2 * millisecond)
    }

    @Test func aComputationThatAClosureCausesBeginsThere() throws {
      let recording = recorded {
        let number = MutableProperty(1)
        let next = number.map { $0 + 1 }
        let total = Property {
          work(milliseconds: 2)
          let first = next.value
          work(milliseconds: 2)
          return first + next.map { $0 + 1 }.value
        }
        total.subscribe { _ in }.dispose()
      }
      let computed = recording.events.filter { $0.kind == "computed" }
      #expect(computed.count == 3)
      let spans = try computed.map(span)
      #expect(spans[0].lowerBound - spans[2].lowerBound >= 2 * millisecond)
      #expect(spans[1].lowerBound - spans[0].upperBound >= 2 * millisecond)
      #expect(spans[1].upperBound <= spans[2].upperBound)
      #expect(try #require(computed.last?.ownDuration) >= 4 * millisecond)
    }

    @Test func codeThatEndsWithItsEventBeganBeforeIt() throws {
      let recording = recorded {
        let numbers = Subject<Int, Never>()
        numbers.map { (number: Int) -> Int in
          work(milliseconds: 2)
          return number
        }.subscribe { _ in }
        numbers.send(1)
      }
      let sent = try first("Subject", in: recording)
      let (mapped, handled) = (try first("map", in: recording), try first("subscribe", in: recording))
      #expect(sent.start == sent.time && handled.start == handled.time)
      #expect(mapped.start == mapped.time - (mapped.duration ?? 0))
      #expect(try #require(mapped.start) <= handled.time - 2 * millisecond)
      let lines = recording.all.jsonLines.split(separator: "\n").filter { $0.contains(#""start":"#) }
      #expect(lines.count { $0.contains(#""event":\#(mapped.id),"#) } == 1)
      #expect(!lines.contains { $0.contains(#""event":\#(sent.id),"#) || $0.contains(#""event":\#(handled.id),"#) })
    }

    @Test func aComputationIsNoPartOfTheTimeOfTheHandlerThatCausesIt() throws {
      let recording = recorded {
        let number = MutableProperty(1)
        let slow = number.map { (number: Int) -> Int in
          work(milliseconds: 3)
          return number
        }
        slow.subscribe { _ in }
        let numbers = Subject<Int, Never>()
        numbers.subscribe { number.value = $0 }
        numbers.send(7)
      }
      let setting = try #require(
        recording.events.last { recording.name($0) == "subscribe" && $0.value == "7" }.flatMap {
          recording.all.causes(of: $0).last { recording.name($0) == "subscribe" }
        })
      #expect(try #require(setting.duration) >= 3 * millisecond)
      try expectOwnTimesAreParts(of: setting, in: recording)
      let computed = try #require(recording.events.last { $0.kind == "computed" })
      #expect(try #require(computed.ownDuration) >= 3 * millisecond)
    }

    @Test func theClosureOfAnOperatorHasADuration() throws {
      let recording = recorded {
        let numbers = Subject<Int, Never>()
        numbers.map { (number: Int) -> Int in
          work(milliseconds: 2)
          return number
        }.filter { _ in true }.subscribe { _ in }
        numbers.send(1)
      }
      #expect(try #require(first("map", in: recording).ownDuration) >= 2 * millisecond)
      try expectOwnTimesAreParts(of: first("Subject", in: recording), in: recording)
    }

    @Test func theClosureThatMakesAStreamHasADuration() throws {
      let recording = recorded {
        let numbers = Subject<Int, Never>()
        numbers.flatMapLatest { (number: Int) -> Signal<Int, Never> in
          work(milliseconds: 2)
          return .just(number)
        }.subscribe { _ in }
        numbers.send(1)
      }
      #expect(try #require(first("flatMapLatest", in: recording).ownDuration) >= 2 * millisecond)
      try expectOwnTimesAreParts(of: first("Subject", in: recording), in: recording)
    }

    @Test func aSourceThatAHandlerAttachesHasNotItsTime() throws {
      let recording = recorded {
        let numbers = Subject<Int, Never>()
        numbers.subscribe {
          work(milliseconds: 2)
          Signal<Int, Never>.just($0).map { $0 }.subscribe { _ in }
        }
        numbers.send(1)
      }
      #expect(try #require(first("subscribe", in: recording).ownDuration) >= 2 * millisecond)
      try expectOwnTimesAreParts(of: first("Subject", in: recording), in: recording)
    }

    @Test func aComputationThatChangesNothingIsRecordedAsSuch() throws {
      let recording = recorded {
        let number = MutableProperty(1)
        let isEven = number.map { $0 % 2 == 0 }
        let text = number.map { "\($0 % 2)" }
        let array = number.map { [$0 % 2] }
        withExtendedLifetime((isEven.subscribe { _ in }, text.subscribe { _ in }, array.subscribe { _ in })) {
          number.value = 3
          number.value = 4
        }
      }
      let computed = recording.events.filter { $0.kind == "computed" }
      #expect(computed.count == 9)
      // The array is not compared.
      #expect(computed.count { $0.isSame } == 2)
    }

    @Test func aCutOffThatStopsAValueIsRecordedAsSuch() throws {
      let recording = recorded {
        let words = MutableProperty(["a"])
        words.distinctUntilChanged().subscribe { _ in }
        words.value = ["a"]
        words.value = ["b"]
      }
      let computed = recording.events.filter { recording.name($0) == "distinctUntilChanged" && $0.kind == "computed" }
      #expect(computed.map(\.isSame) == [false, true, false])
    }

    @Test func codeThatRunsWhileTheFileIsWrittenIsWrittenOnceMore() async throws {
      let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).jsonl").path
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Trace.start(to: .file(path))
      let numbers = Subject<Int, Never>()
      numbers.subscribe { _ in
        // Runs until its own event has been written, which takes a tenth of a second.
        while (try? String(contentsOfFile: path, encoding: .utf8))?.contains(#""is":"next""#) != true {}
      }
      // The file is written by a task, so the handler does not run on a thread of tasks.
      await withCheckedContinuation { sent in
        Thread.detachNewThread {
          numbers.send(1)
          sent.resume()
        }
      }
      Trace.stop()
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      let handler = try #require(lines.first { $0.contains(#""is":"next""#) && $0.contains(#""cause""#) })
      #expect(!handler.contains(#""took""#))
      let number = try #require(handler.firstMatch(of: /"event":(\d+)/)).1
      let ran = try #require(lines.first { $0.contains(#"{"is":"ran","event":\#(number),"#) })
      let took = try #require(ran.firstMatch(of: /"took":(\d+)/)).1
      #expect(Int(took)! > millisecond)
    }

    @Test func aRunOfMoreThanAChunkOfEventsHasADuration() throws {
      let recording = recorded {
        let (numbers, others) = (Subject<Int, Never>(), Subject<Int, Never>())
        others.subscribe { _ in }
        numbers.subscribe { _ in for number in 0..<3_000 { others.send(number) } }
        numbers.send(1)
      }
      let long = recording.events.filter { $0.value == "1" && recording.name($0) == "subscribe" }
      #expect(long.contains { $0.duration ?? 0 > 0 && $0.duration ?? 0 > $0.ownDuration ?? 0 })
    }

    @Test func timesAreThoseOfTheClock() throws {
      let began = monotonicNanoseconds()
      let recording = recorded {
        let numbers = Subject<Int, Never>()
        numbers.subscribe { _ in }
        numbers.send(1)
        work(milliseconds: 20)
        numbers.send(2)
      }
      let times = recording.events.filter { recording.name($0) == "Subject" && $0.kind == "next" }.map(\.time)
      #expect(times[1] - times[0] > 19 * millisecond)
      #expect(times[1] < monotonicNanoseconds() - began)
    }
  }
}
