import Rill
import StreamTesting
import Synchronization
import Testing

@testable import Recipes

@MainActor @Suite struct HeartbeatsTests {
  private let time = TestScheduler()
  private let all = (0..<5_000).map {
    Conversation(id: $0, day: $0 % 30, isPinned: $0 % 50 == 0, isUnread: $0 % 3 == 0)
  }

  /// Runs heartbeats, one in a millisecond, each of another conversation.
  private func run(_ count: Int, _ beat: @escaping @MainActor (Int) -> Void) {
    let handle = Signal.interval(every: .milliseconds(1), on: time).take(count).subscribe { beat($0 * 7 % 5_000) }
    time.advance(by: .milliseconds(count))
    handle.dispose()
  }

  @Test func aThousandHeartbeatsReadOnlyTheRowsThatChange() {
    let reads = Reads()
    let inbox = Inbox(all, onRead: { reads.add() })
    let days = inbox.byDay.entries
    var (unread, groups, rows) = (0, 0, [CollectionEdit<Conversation>]())
    let handles = [
      inbox.unread.skip(1).subscribe { _ in unread += 1 }, days.edits.skip(1).subscribe { _ in groups += 1 },
      inbox.pinnedFirst.edits.skip(1).subscribe { rows += $0.edits },
    ]
    let before = reads.count
    run(1_000) { inbox.beat($0) }
    #expect(unread == 0)
    #expect(groups == 0)
    #expect(rows.count == 1_000)
    #expect(inbox.pinnedFirst.value.map(\.beats).reduce(0, +) == 1_000)
    // The row is counted, grouped, and compared on two binary searches. The 5,000 others are not read.
    #expect(reads.count - before <= 1_000 * 40)
    for handle in handles { handle.dispose() }
  }

  @Test func withObservableEachHeartbeatReadsAllRows() {
    let reads = Reads()
    let inbox = ObservableInbox(all, onRead: { reads.add() })
    run(3) {
      inbox.beat($0)
      _ = (inbox.unread, inbox.pinnedFirst, inbox.byDay)
    }
    #expect(inbox.pinnedFirst == Inbox(inbox.conversations).pinnedFirst.value)
    #expect(inbox.unread == Inbox(inbox.conversations).unread.value)
    #expect(reads.count >= 3 * 3 * 5_000)
  }
}

private final class Reads: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}
