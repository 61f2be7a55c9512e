import SignUpModel
import StreamTesting

/// A mailing list that answers after three ticks, and refuses every third address.
struct VirtualList: MailingList {
  let time: TestScheduler

  func subscribe(_ email: String, progress: @Sendable (Double) -> Void) async throws(SubscribeError) {
    for step in 1...3 {
      progress(Double(step) / 3)
      do {
        try await time.sleep(until: time.now.advanced(by: time.ticks(1)))
      } catch {
        throw .storeFailed("cancelled")
      }
    }
    if email.utf8.count.isMultiple(of: 3) { throw .storeFailed("the disk is full") }
  }
}
