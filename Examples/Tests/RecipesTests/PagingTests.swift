import Rill
import StreamTesting
import Testing

@testable import Recipes

@MainActor @Suite struct PagingTests {
  private let time = TestScheduler()
  private let asked = MutableProperty<[Int]>([])
  private let isOnline = MutableProperty(true)

  /// Three pages of two items, each of which takes a second and takes no notice of being cancelled.
  private func feed() -> Feed {
    Feed { [time, asked, isOnline] number async throws(FeedError) in
      asked.modify { $0.append(number) }
      let visit = asked.value.count
      await withCheckedContinuation { arrived in time.schedule(after: .seconds(1)) { arrived.resume() } }
      guard isOnline.value else { throw .offline }
      return Page(items: ["\(number)a (\(visit))", "\(number)b"], next: number < 3 ? number + 1 : nil)
    }
  }

  private func scroll(_ feed: Feed) {
    time.perform { _ = feed.loadMore.execute() }
  }

  @Test func thePagesComeOneAfterAnotherUntilTheLast() {
    let feed = feed()
    for _ in 0..<5 {
      scroll(feed)
      time.run()
    }
    #expect(asked.value == [1, 2, 3])
    #expect(feed.items == ["1a (1)", "1b", "2a (2)", "2b", "3a (3)", "3b"])
    #expect(!feed.loadMore.isEnabled)
  }

  @Test func aPageIsAskedForOnceHoweverOftenTheEndIsSeen() {
    let feed = feed()
    for _ in 0..<10 {
      scroll(feed)
      time.advance(by: .milliseconds(50))
    }
    time.run()
    #expect(asked.value == [1])
  }

  @Test func afterAFailureTheSamePageIsAskedForAgain() {
    let feed = feed()
    let errors = Recorder(feed.loadMore.errors)
    isOnline.value = false
    scroll(feed)
    time.run()
    #expect(errors.values == [.offline])
    isOnline.value = true
    scroll(feed)
    time.run()
    #expect(asked.value == [1, 1])
    #expect(feed.items == ["1a (2)", "1b"])
  }

  @Test func aPageFromBeforeARefreshIsNotAmongTheNewOnes() {
    let feed = feed()
    scroll(feed)
    time.run()
    scroll(feed)
    time.advance(by: .milliseconds(500))
    time.perform { feed.refresh() }
    #expect(feed.items == [])
    time.run()
    #expect(asked.value == [1, 2, 1])
    #expect(feed.items == ["1a (3)", "1b"])
  }
}
