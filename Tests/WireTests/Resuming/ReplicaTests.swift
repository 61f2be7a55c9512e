import Operators
import StreamCore
import StreamTesting
import Subjects
import TestSupport
import Testing
import Wire

private typealias News = FeedEvent<[String], String, Int, TestFailure, TestScheduler.Instant>

@Suite struct ReplicaTests {
  private let later = TestScheduler.Instant(offset: .seconds(1))

  private func replica(_ news: Subject<News, Disconnection<TestFailure>>)
    -> Property<Replica<[String], Int, TestFailure, TestScheduler.Instant>>
  {
    Property(replicaOf: news) { $0.append($1) }
  }

  @Test func picture() {
    let news = Subject<News, Disconnection<TestFailure>>()
    let letters = replica(news)
    #expect(letters.value.state == nil)
    #expect(letters.value.connection == .connecting)
    news.send(.snapshot(["s"], at: 0))
    news.send(.connection(.live))
    news.send(.change("1", at: 1))
    #expect(letters.value.state == ["s", "1"])
    #expect(letters.value.position == 1)
    news.send(.connection(.waiting(until: later)))
    #expect(letters.value.state == ["s", "1"])
    #expect(!letters.value.connection.isLive)
    news.send(.connection(.connecting))
    news.send(.change("2", at: 2))
    news.send(.connection(.live))
    #expect(letters.value.state == ["s", "1", "2"])
    #expect(letters.value.connection.isLive)
    #expect(letters.value.resets == 0)
  }

  @Test func aResetReplacesTheStateAndIsCounted() {
    let news = Subject<News, Disconnection<TestFailure>>()
    let letters = replica(news)
    news.send(.snapshot(["s"], at: 0))
    news.send(.reset(["r"], at: 7))
    #expect(letters.value.state == ["r"])
    #expect(letters.value.position == 7)
    #expect(letters.value.resets == 1)
  }

  @Test func aFailureIsItsLastConnectionState() {
    let news = Subject<News, Disconnection<TestFailure>>()
    let letters = replica(news)
    let recorder = Recorder(letters.map(\.connection).signal)
    news.send(.snapshot(["s"], at: 0))
    news.send(.connection(.failed(.closed)))
    news.fail(.closed)
    #expect(letters.value.state == ["s"])
    #expect(letters.value.connection == .failed(.closed))
    #expect(recorder.completion == .completed)
  }

  @Test func aDerivedPropertyKeepsItConnected() {
    let time = TestScheduler()
    let connections = Heard<Int?>()
    let news = resuming(retrying: .constant(time.ticks(1)), on: time) { position in
      connections.append(position)
      return time.cold("s", failure: TestFailure()) { _ in FeedMessage<[String], String, Int>.snapshot(["a"], at: 1) }
    }
    var list: Property<[String]>? = Property(replicaOf: news) { $0.append($1) }.map { $0.state ?? [] }
    time.run()
    #expect(list?.value == ["a"])
    #expect(connections.values == [nil])
    list = nil
    time.run()
    #expect(time.pendingCount == 0)
  }
}
