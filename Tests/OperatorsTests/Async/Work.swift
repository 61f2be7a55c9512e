import Operators
import StreamTesting
import Synchronization
import Testing

/// Work that takes as many ticks as its number, on a test scheduler, and counts its running calls.
final class Work: Sendable {
  let time: TestScheduler
  let started = Lock<[Int]>([])
  let cancelled = Lock<[Int]>([])
  private let running = Atomic(0)
  private let most = Atomic(0)

  init(_ time: TestScheduler = TestScheduler()) { self.time = time }

  var mostAtATime: Int { most.load(ordering: .relaxed) }
  var runningCount: Int { running.load(ordering: .relaxed) }

  /// Returns the number after its ticks.
  func take(_ number: Int) async -> Int {
    most.max(running.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    defer { running.subtract(1, ordering: .relaxed) }
    started.withLock { $0.append(number) }
    do {
      try await time.sleep(for: time.ticks(number))
    } catch {
      cancelled.withLock { $0.append(number) }
    }
    return number
  }

  /// The same, but throws after six ticks for a number over five.
  func take(upToFive number: Int) async throws(Oops) -> Int {
    let number = await take(min(number, 6))
    if number > 5 { throw .oops }
    return number
  }

  /// Returns a source of numbers that plays a picture.
  func source(_ picture: String) -> TestSource<Int, Oops> { time.cold(picture, failure: .oops) { Int(drawn: $0) } }
}

/// Checks a picture as `marbles` does, and that no work continues after a disposal at any tick.
///
/// - Returns: The work of the run that was not disposed.
@discardableResult
func expectPicture<Output, Failure: Error>(
  _ expected: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  working: (Work) -> Signal<Output, Failure>
) -> Work {
  var works: [Work] = []
  marbles(fileID: fileID, filePath: filePath, line: line, column: column) {
    expected
  } through: { time in
    works.append(Work(time))
    return working(works[works.count - 1])
  }
  #expect(works.allSatisfy { $0.runningCount == 0 && $0.time.sleeperCount == 0 })
  return works[0]
}
