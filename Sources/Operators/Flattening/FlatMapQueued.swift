public import StreamCore

extension StreamProtocol {
  /// Merges at most `limit` inner streams at a time; the others wait in line.
  @inlinable
  func queued<Output: Sendable>(
    _ limit: Int, _ policy: BufferPolicy<Output>, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    let source = signal
    return Signal(attaching: { sink, subscription in
      let joint = Joint<Merging<Output>, Failure>(
        Merging(), sink, subscription, entry: Entry(merging: policy))
      let lanes = Lanes(joint, Line(limit))
      let outer = joint.open()
      joint.attach(
        source, to: outer,
        sending: { value in
          guard outer.subscription.isActive else { return }
          let inner = transform(value)
          guard outer.subscription.isActive else { return }
          joint.note(.started)
          if let lane = lanes.line.admit(inner) { lanes.serve(lane) }
        },
        completed: .ended)
    })
  }
}

/// Runs the inner streams of one run, each in a lane, and the next in line when a lane is free.
@usableFromInline
final class Lanes<Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Inner = Signal<Output, Failure>
  @usableFromInline let joint: Joint<Merging<Output>, Failure>
  @usableFromInline let line: Line<Inner>

  @inlinable
  init(_ joint: Joint<Merging<Output>, Failure>, _ line: Line<Inner>) {
    self.joint = joint
    self.line = line
  }

  /// Attaches the stream that has been put in the lane, or the one whose turn it is, now or when the one being attached
  /// has been.
  @inlinable
  func serve(_ lane: Lane<Inner>) {
    lane.trampoline.bounce {
      guard let inner = lane.take() ?? line.next(for: lane) else { return }
      let upstream = joint.open()
      guard upstream.subscription.isActive else { return }
      inner.attach(
        Sink(
          next: { self.joint.receive(.value($0)) },
          end: { completion in
            guard self.joint.close(upstream) else { return }
            switch completion {
            case .completed:
              self.joint.note(.ended)
              self.serve(lane)
            case .failed(let failure): self.joint.fail(failure)
            }
          }),
        to: upstream.subscription)
    }
  }
}

/// Where one inner stream runs after another.
///
/// Each lane has a trampoline of its own, so that one that is held up by an inner stream holds up no other.
@usableFromInline
final class Lane<Inner: Sendable>: Sendable {
  @usableFromInline let trampoline = Trampoline()

  /// Guard: written by who was given the lane, before the lane is served; taken in the step that follows. It is let go
  /// of with its turn, since it may be what keeps the run.
  @usableFromInline nonisolated(unsafe) var first: Inner?

  @inlinable
  init(_ first: Inner) { self.first = first }

  @inlinable
  func take() -> Inner? {
    defer { first = nil }
    return first
  }
}

/// The inner streams that wait for their turn, and the lanes that wait for a stream.
@usableFromInline
final class Line<Inner: Sendable>: Sendable {
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var waiting = Queue<Inner>()
    @usableFromInline var idle: [Lane<Inner>] = []
    /// How many more lanes there may be.
    @usableFromInline var room: Int

    @inlinable
    init(_ room: Int) { self.room = room }
  }

  @usableFromInline let state: Lock<State>

  @usableFromInline
  init(_ limit: Int) { state = Lock(State(limit)) }

  /// A lane with the stream in it, if there is one free; else the stream waits.
  @inlinable
  func admit(_ inner: Inner) -> Lane<Inner>? {
    state.withLock { state in
      if let lane = state.idle.popLast() {
        lane.first = inner
        return lane
      }
      guard state.room > 0 else {
        state.waiting.append(inner)
        return nil
      }
      state.room -= 1
      return Lane(inner)
    }
  }

  /// The next stream; `nil` if none is waiting: then the lane waits.
  @inlinable
  func next(for lane: Lane<Inner>) -> Inner? {
    state.withLock { state in
      if let next = state.waiting.popFirst() { return next }
      state.idle.append(lane)
      return nil
    }
  }
}
