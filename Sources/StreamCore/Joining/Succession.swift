import StreamPrimitives

extension Signal {
  /// Goes on with another stream in the place of this one when it has ended: what `catch`, `switchIfEmpty` and `then`
  /// have in common.
  ///
  /// `start` is called for every run, and gives back where the values go, and what to do at the end. The one that
  /// follows is attached to the subscriber itself, when this one was torn down and its attachment has returned. So a
  /// stream that is followed by itself, and so on for a million, takes no more stack and memory than one.
  @usableFromInline
  package func followed<Output: Sendable, NewFailure: Error>(
    _ start:
      @escaping @Sendable (Sink<Output, NewFailure>) -> (
        next: @Sendable (Value) -> Void, decide: @Sendable (Completion<Failure>) -> Relay<Output, NewFailure>.Decision
      ), named name: StaticString = #function
  ) -> Signal<Output, NewFailure> {
    Signal<Output, NewFailure>(
      attaching: { sink, subscription in
        let succession = Succession.of(subscription)
        let (next, decide) = start(sink)
        succession.go {
          let upstream = Subscription()
          succession.current.inner = Disposable(upstream)
          self.attach(
            Sink(
              next: next,
              end: { completion in
                guard upstream.isActive else { return }
                upstream.dispose()
                guard subscription.isActive else { return }
                let decision = decide(completion)
                // Deciding may have run a user's code, which may have disposed the subscription.
                guard subscription.isActive else { return }
                switch decision {
                case .end(let completion): sink.end(completion)
                case .attach(let follower): succession.go { follower.attach(sink, to: subscription) }
                }
              }),
            to: upstream)
        }
      }, named: name)
  }
}

/// The streams that follow each other in one place, each attached when the one before it is over.
///
/// One that is itself followed, and attached to the same subscription as the last thing that a step does, joins the
/// succession it stands in. That it is the last thing is a rule for operators: who attaches a stream to the very
/// subscription that it was given does nothing after it.
private final class Succession: Sendable {
  let current = SerialDisposable()
  private let subscription: Subscription
  private let trampoline = Trampoline()

  /// What to do next. Guard: set by the stream whose turn it is, before it bounces; taken by the step that follows.
  nonisolated(unsafe) private var next: (@Sendable () -> Void)?
  private let access = AccessCheck()

  /// The succession in whose step this is; else a new one.
  static func of(_ subscription: Subscription) -> Succession {
    if let place = inStep.pointer {
      let current = Unmanaged<Succession>.fromOpaque(place).takeUnretainedValue()
      if current.subscription === subscription { return current }
    }
    return Succession(subscription)
  }

  private init(_ subscription: Subscription) {
    self.subscription = subscription
    subscription.add(current)
  }

  /// Does something when the step that is going on, if one is, is over.
  func go(_ step: @escaping @Sendable () -> Void) {
    access.writes()
    next = step
    trampoline.bounce {
      access.writes()
      guard subscription.isActive, let step = next else { return }
      next = nil
      let outer = Self.inStep.pointer
      Self.inStep.pointer = Unmanaged.passUnretained(self).toOpaque()
      step()
      Self.inStep.pointer = outer
    }
  }

  /// Holds a pointer that is not retained: a step keeps the object until it has set it back.
  private static let inStep = ThreadLocal()
}
