public import StreamCore

extension StreamProtocol {
  /// Merges at most `limit` inner streams at a time; the others wait in line.
  ///
  /// There are up to `limit` relays, each of which runs one inner stream after the other, taking the next from the line that they share.
  /// So each has a trampoline of its own, and one that is held up by an inner stream holds up no other.
  @inlinable
  func queued<Output: Sendable>(
    _ limit: Int, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Merging<Output>, Failure>(Merging(), sink, subscription)
      let line = Line<Signal<Output, Failure>>(limit)
      let outer = joint.open()
      source.attach(
        Sink(
          next: { value in
            guard outer.subscription.isActive, let inner = line.admit(transform(value)) else { return }
            joint.receive(.started)
            joint.attach(line.run(from: inner), next: { .value($0) }, completed: .ended)
          },
          end: { completion in
            guard joint.close(outer) else { return }
            switch completion {
            case .completed: joint.receive(.ended)
            case .failed(let failure): joint.fail(failure)
            }
          }),
        to: outer.subscription)
    })
  }
}

/// The inner streams that wait for their turn.
@usableFromInline
final class Line<Inner: Sendable>: Sendable {
  private struct State {
    var waiting = Queue<Inner>()
    var free: Int
  }

  private let state: Lock<State>

  @usableFromInline
  init(_ limit: Int) { state = Lock(State(free: limit)) }

  /// The stream back, if it may run now; else it waits.
  @usableFromInline
  func admit(_ inner: Inner) -> Inner? {
    state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        return inner
      }
      state.waiting.append(inner)
      return nil
    }
  }

  /// The next stream; `nil` if none is waiting: then there is room for one more.
  @usableFromInline
  func next() -> Inner? {
    state.withLock { state in
      if let next = state.waiting.popFirst() { return next }
      state.free += 1
      return nil
    }
  }
}

extension Line {
  /// One inner stream, and then those that wait, one after the other, until none does.
  @inlinable
  func run<Value, Failure>(from first: Inner) -> Inner where Inner == Signal<Value, Failure> {
    Signal(attaching: { sink, subscription in
      // Let go of with its turn: an inner stream may be what keeps the relay.
      var turn: Inner? = first
      let relay = Relay(sink, subscription) { lastEnd in
        guard let lastEnd else {
          defer { turn = nil }
          return turn.map { .attach($0) } ?? .end(.completed)
        }
        if case .failed = lastEnd { return .end(lastEnd) }
        return self.next().map { .attach($0) } ?? .end(.completed)
      }
      relay.advance()
    })
  }
}
