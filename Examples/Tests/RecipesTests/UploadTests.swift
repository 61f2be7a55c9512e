import Rill
import StreamTesting
import Testing

@testable import Recipes

@MainActor @Suite struct UploadTests {
  private let time = TestScheduler()
  private let sent = MutableProperty<[UInt8]>([])
  private let pieces: [[UInt8]] = [[1], [2], [3], [4]]

  /// A server that takes a second for a piece, and may not take one.
  private func uploader(refusing refused: [UInt8] = []) -> Uploader {
    Uploader { [time, sent] piece async throws(UploadError) in
      try? await time.sleep(for: .seconds(1))
      if piece == refused { throw .refused }
      sent.modify { $0 += piece }
    }
  }

  private func statuses(_ uploader: Uploader) -> Recorder<String, Never> { Recorder(uploader.$status.skip(1)) }

  @Test func thePersonSeesHowFarItIs() {
    let uploader = uploader()
    let statuses = statuses(uploader)
    time.perform { _ = uploader.upload.execute(pieces) }
    time.run()
    #expect(statuses.values == ["25 %", "50 %", "75 %", "100 %", "Done"])
    #expect(sent.value == [1, 2, 3, 4])
  }

  @Test func aCancelledUploadSendsNothingMoreAndIsNoError() {
    let uploader = uploader()
    let statuses = statuses(uploader)
    var cancellable: [Bool] = []
    uploader.cancel.enabled.subscribe { cancellable.append($0) }
    time.perform { _ = uploader.upload.execute(pieces) }
    time.advance(by: .milliseconds(2_500))
    time.perform { _ = uploader.cancel.execute() }
    time.run()
    #expect(statuses.values == ["25 %", "50 %", "Cancelled"])
    // The third was in flight, and the fourth is not sent.
    #expect(sent.value == [1, 2, 3])
    #expect(cancellable == [false, true, false])
    #expect(uploader.upload.isEnabled)
  }

  @Test func anErrorIsShownAndAnotherTryIsPossible() {
    let uploader = uploader(refusing: [2])
    let statuses = statuses(uploader)
    time.perform { _ = uploader.upload.execute(pieces) }
    time.run()
    #expect(statuses.values == ["25 %", "Failed: refused"])
    time.perform { _ = uploader.upload.execute([[5]]) }
    time.run()
    #expect(statuses.values.suffix(2) == ["100 %", "Done"])
  }
}
