import Operators
import StreamTesting
import Testing

/// Expects an operator to release a value that it keeps, and its timer, when its subscription is disposed.
func expectDisposingToRelease<Output: Sendable>(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ operation: (Subject<Token, Never>, TestScheduler) -> Signal<Output, Never>
) {
  let time = TestScheduler()
  let source = Subject<Token, Never>()
  let recorder = Recorder(operation(source, time), on: time)
  weak var weakToken: Token?
  do {
    let token = Token()
    weakToken = token
    source.send(token)
  }
  #expect(weakToken != nil, sourceLocation: sourceLocation)
  recorder.dispose()
  #expect(time.pendingCount == 0, sourceLocation: sourceLocation)
  #expect(weakToken == nil, sourceLocation: sourceLocation)
}

/// A value whose release can be seen.
final class Token: Sendable {}
