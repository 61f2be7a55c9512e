import Rill

enum DownloadError: Error { case stalled, tookTooLong }

/// A download with two timeouts: for the time between two pieces, and for the whole of it.
func limited<Piece>(
  _ download: Signal<Piece, DownloadError>, each: Duration, whole: Duration,
  on scheduler: some Scheduler = QueueScheduler()
) -> Signal<Piece, DownloadError> {
  download
    .timeout(after: each, on: scheduler, failure: .stalled)
    .timeout(after: whole, of: .wholeStream, on: scheduler, failure: .tookTooLong)
}

/// The download, or the mirror's if its first piece is long in coming.
func mirrored<Piece>(
  _ download: Signal<Piece, DownloadError>, after patience: Duration, mirror: Signal<Piece, DownloadError>,
  on scheduler: some Scheduler = QueueScheduler()
) -> Signal<Piece, DownloadError> {
  download.timeout(after: patience, of: .firstValue, on: scheduler, to: mirror)
}
