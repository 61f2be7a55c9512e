import Operators
import StreamCore
import StreamTesting
import Testing

/// An implicit member needs no type where the operator determines it.
@Suite struct WithoutTypesTests {
  private enum Fault: Error { case one }
  private let failing = Signal<Int, Fault>.just(1)
  private let certain = Signal<Int, Never>.just(1)

  private func events<Failure: Error & Equatable>(_ signal: Signal<Int, Failure>) -> [Event<Int, Failure>] {
    Recorder(signal).events
  }

  @Test func aStreamIsFollowedByASignal() {
    #expect(events(failing.concat(.just(2))) == [.next(1), .next(2), .completed])
    #expect(events(failing.concat(.fail(.one))) == [.next(1), .failed(.one)])
    #expect(events(failing.concat(.empty)) == [.next(1), .completed])
    #expect(events(failing.concat(.never)) == [.next(1)])
    #expect(events(certain.concat(.just(2))) == [.next(1), .next(2), .completed])
    #expect(events(certain.concat(.fail(Fault.one))) == [.next(1), .failed(.one)])
  }

  @Test func aStreamIsMergedWithASignal() {
    #expect(events(failing.merge(.just(2))) == [.next(1), .next(2), .completed])
    #expect(events(failing.merge(.never)) == [.next(1)])
    #expect(events(certain.merge(.fail(Fault.one))) == [.next(1), .failed(.one)])
  }

  @Test func anEmptyStreamIsReplacedByASignal() {
    let empty = Signal<Int, Fault>.empty
    #expect(events(empty.switchIfEmpty(to: .just(2))) == [.next(2), .completed])
    #expect(events(empty.switchIfEmpty(to: .fail(.one))) == [.failed(.one)])
  }
}
