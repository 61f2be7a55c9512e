import StreamPrimitives

/// Attaches one stream after another to one sink, for `concat`, `repeat` and `retry`.
///
/// When a stream has ended it is torn down, and only then the next is chosen. A million streams that end synchronously
/// need as much stack as one. The sink of the attached stream retains the sequencer.
@usableFromInline
package final class Sequencer<Value: Sendable, Failure: Error>: Sendable {
  /// The next step after the end of a stream.
  @usableFromInline
  package enum Next {
    case attach(Signal<Value, Failure>)
    case end(Completion<Failure>)
  }

  private let sink: Sink<Value, Failure>
  private let subscription: Subscription
  private let current = SerialDisposable()
  private let trampoline = Trampoline()

  /// The end of the last stream.
  ///
  /// Guarded by: the trampoline (a stream writes it before it bounces; the next step reads it).
  nonisolated(unsafe) private var lastEnd: Completion<Failure>?
  private let access = AccessCheck()

  /// Guarded by: the trampoline (only its steps call it).
  nonisolated(unsafe) private let decide: (Completion<Failure>?) -> Next

  /// Attaches the streams that `decide` returns. It is called first with `nil`, then with the end of each stream.
  package static func run(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    decide: sending @escaping (Completion<Failure>?) -> Next
  ) {
    Sequencer(sink, subscription, decide).advance()
  }

  private init(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    _ decide: sending @escaping (Completion<Failure>?) -> Next
  ) {
    self.sink = sink
    self.subscription = subscription
    self.decide = decide
    subscription.add(current)
  }

  /// Attaches the next stream: now, or after the current attachment has returned.
  private func advance() {
    trampoline.bounce {
      guard subscription.isActive else { return }
      access.reads()
      let decision = decide(lastEnd)
      // `decide` may have run user code, which may have disposed the subscription.
      guard subscription.isActive else { return }
      switch decision {
      case .attach(let signal): attach(signal)
      case .end(let completion): sink.end(completion)
      }
    }
  }

  private func attach(_ signal: Signal<Value, Failure>) {
    let upstream = Subscription()
    current.inner = Disposable(upstream)
    signal.attach(
      Sink(
        next: sink.next,
        end: { completion in
          guard upstream.isActive else { return }
          upstream.dispose()
          self.access.writes()
          self.lastEnd = completion
          self.advance()
        }),
      to: upstream)
  }
}
