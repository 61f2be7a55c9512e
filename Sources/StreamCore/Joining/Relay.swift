import StreamPrimitives

/// Attaches one stream after another to one sink: what `concat`, `repeat` and `retry` have in common.
///
/// When a stream has ended it is torn down, and only then the next is chosen; a million streams that end synchronously
/// take no more stack than one.
@usableFromInline
package final class Relay<Value: Sendable, Failure: Error>: Sendable {
  /// What to do when a stream has ended.
  @usableFromInline
  package enum Decision {
    case attach(Signal<Value, Failure>)
    case end(Completion<Failure>)
  }

  private let sink: Sink<Value, Failure>
  private let subscription: Subscription
  private let current = SerialDisposable()
  private let trampoline = Trampoline()

  /// How the last stream ended. Guard: a stream writes it before it bounces, the step that follows reads it.
  nonisolated(unsafe) private var lastEnd: Completion<Failure>?
  private let access = AccessCheck()

  /// Guard: called only in steps of the trampoline.
  nonisolated(unsafe) private let decide: (Completion<Failure>?) -> Decision

  /// Asks `decide` what to attach: first with `nil`, then with the end of the stream before.
  package static func run(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    decide: sending @escaping (Completion<Failure>?) -> Decision
  ) {
    Relay(sink, subscription, decide).advance()
  }

  private init(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    _ decide: sending @escaping (Completion<Failure>?) -> Decision
  ) {
    self.sink = sink
    self.subscription = subscription
    self.decide = decide
    subscription.add(current)
  }

  /// Attaches the next stream, now or when the one being attached has been.
  private func advance() {
    trampoline.bounce {
      guard subscription.isActive else { return }
      access.reads()
      let decision = decide(lastEnd)
      // Deciding may have run a user's code, which may have disposed the subscription.
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
