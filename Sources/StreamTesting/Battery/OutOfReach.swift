extension StreamProtocol {
  /// Whether a loop over a silent stream continues until its task is cancelled. If so, the stream is not unreachable
  /// (contract 14).
  package var isWaitedFor: Bool {
    let time = TestScheduler()
    let end = Lock<TestScheduler.Instant?>(nil)
    let stream = signal
    let loop = time.task {
      do { for try await _ in stream.values {} } catch {}
      end.withLock { $0 = time.now }
    }
    time.advance(by: time.ticks(1))
    loop.cancel()
    time.advance(by: time.ticks(1))
    guard let end = end.withLock({ $0 }) else { fatalError("The loop outlived its cancelled task.") }
    return end.offset > .zero
  }
}
