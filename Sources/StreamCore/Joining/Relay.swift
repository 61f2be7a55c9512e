public import StreamPrimitives

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

  @usableFromInline let sink: Sink<Value, Failure>
  @usableFromInline let subscription: Subscription
  @usableFromInline let current = SerialDisposable()
  @usableFromInline let trampoline = Trampoline()

  /// How the last stream ended. Guard: a stream writes it before it bounces, the step that follows reads it.
  @usableFromInline nonisolated(unsafe) var lastEnd: Completion<Failure>?
  @usableFromInline let access = AccessCheck()

  /// Guard: called only in steps of the trampoline.
  @usableFromInline nonisolated(unsafe) let decide: (Completion<Failure>?) -> Decision

  /// A relay that asks `decide` what to attach: first with `nil`, then with the end of the stream before.
  @inlinable
  package init(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    decide: sending @escaping (Completion<Failure>?) -> Decision
  ) {
    self.sink = sink
    self.subscription = subscription
    self.decide = decide
    subscription.add(current)
  }

  /// Attaches the next stream, now or when the one being attached has been.
  @inlinable
  package func advance() {
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

  @inlinable
  func attach(_ signal: Signal<Value, Failure>) {
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
