import Rill
import StreamPrimitives
import StreamTesting
import StreamTracing
import Testing

extension TraceTests {
  @Suite struct AttachedRecordingsTests {
    /// The recordings that failures in a closure attach, by their names.
    private nonisolated(nonsending) func attached(
      _ body: @Sendable () async throws -> Void
    ) async rethrows -> [String: [String]] {
      let all = Attachments()
      try await AttachedRecordings.$taker.withValue(all.add, operation: body)
      return all.lines.withLock { $0 }
    }

    private final class Attachments: Sendable {
      let lines = Lock<[String: [String]]>([:])

      func add(_ name: String, _ text: String) {
        lines.withLock { $0[name] = text.split(separator: "\n").map(String.init) }
      }
    }

    private func values(_ lines: [String]?) -> Int { lines?.count { $0.hasPrefix(#"{"is":"next""#) } ?? 0 }

    @Test func aFailingExpectMarblesAttachesItsRecording() async throws {
      let line = #line
      let attached = await attached {
        withKnownIssue {
          let time = TestScheduler()
          let numbers = MutableProperty(1)
          expectMarbles("1-3", numbers.signal.map { $0 + 0 }, on: time)
        }
      }
      #expect(attached.keys.sorted() == ["AttachedRecordingsTests-\(line + 5).jsonl"])
      let recording = try #require(attached.values.first)
      #expect(recording.first?.hasPrefix(#"{"is":"recording""#) == true)
      #expect(recording.contains { $0.contains(#""name":"map""#) })
      #expect(values(recording) == 2)
    }

    @Test func aFailingPictureAttachesItsRecording() async {
      let attached = await attached {
        withKnownIssue {
          marbles {
            "a-b|"
            "a-c|"
          } through: { input, _ in
            input.filter { _ in true }
          }
        }
      }
      #expect(attached.count == 1)
      #expect(values(attached.values.first) == 4)
    }

    @Test func aPictureThatHoldsAttachesNothing() async {
      let attached = await attached {
        let time = TestScheduler()
        expectMarbles("(1|)", Signal<Int, Never>.just(1), on: time)
        marbles {
          "a-b|"
          "a-b|"
        } through: { input, _ in
          input
        }
      }
      #expect(attached.isEmpty)
    }

    @Test func aFailingTestAttachesItsRecording() async throws {
      struct Unexpected: Error {}
      let test = try #require(Test.current)
      let attached = await attached {
        await withKnownIssue {
          try await RecordedTrait.recorded.provideScope(for: test, testCase: Test.Case.current) {
            let words = Subject<String, Never>()
            words.map(\.count).subscribe { _ in }
            words.send("ada")
            throw Unexpected()
          }
        }
      }
      #expect(attached.keys.sorted() == ["aFailingTestAttachesItsRecording.jsonl"])
      #expect(values(attached.values.first) == 3)
    }

    @Test func aTestThatPassesAttachesNothing() async throws {
      let test = try #require(Test.current)
      let attached = try await attached {
        try await RecordedTrait.recorded.provideScope(for: test, testCase: Test.Case.current) {
          Subject<String, Never>().send("ada")
        }
      }
      #expect(attached.isEmpty)
    }

    @Test func aRecordingThatIsSharedEndsWithTheLast() {
      let (one, other) = (TraceScope(), TraceScope())
      one.record {
        let outer = MutableProperty(0)
        outer.subscribe { _ in }
        other.record {
          let inner = MutableProperty(1)
          inner.subscribe { _ in }
          outer.value = 2
          #expect(other.recording.nodes.count == 2)
          #expect(Set(other.recording.events.map(\.value)) == ["1"])
        }
        #expect(Trace.isOn)
        outer.value = 3
        #expect(Set(one.recording.events.map(\.value)) == ["0", "2", "3"])
      }
      one.end()
      other.end()
      #expect(Trace.stop().events.isEmpty)
    }
  }
}
