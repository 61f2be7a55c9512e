import Rill

enum UploadError: Error { case refused }

/// Sends a file piece by piece. The person sees how far it is, and may think better of it.
@MainActor
final class Uploader {
  @Observed private(set) var status = ""

  private(set) lazy var upload = Command(self) {
    (uploader, pieces: [[UInt8]], progress: ProgressReporter) async throws(UploadError) in
    for (number, piece) in pieces.enumerated() {
      if Task.isCancelled { return }
      try await uploader.send(piece)
      progress.report(Double(number + 1) / Double(pieces.count))
    }
  }

  /// Enabled while there is something to cancel.
  private(set) lazy var cancel = Command(self, enabledIf: upload.executing) { (uploader) in
    uploader.upload.cancelAll()
  }

  private let send: ([UInt8]) async throws(UploadError) -> Void

  init(send: @escaping ([UInt8]) async throws(UploadError) -> Void) {
    self.send = send
    bind(
      \.status, of: self,
      to: merge(
        upload.progress.compactMap { $0 }.map { "\(Int(100 * $0)) %" },
        upload.completions.map { "Done" },
        upload.cancellations.map { "Cancelled" },
        upload.errors.map { "Failed: \($0)" }
      ))
  }
}
