import StreamPrimitives

extension Signal {
  /// Continues with another stream when this one has ended, for `catch`, `switchIfEmpty` and `then`.
  ///
  /// `start` is called once for each subscription. It returns `next`, which receives the values, and `decide`, which
  /// receives the end. The following stream is attached to the subscriber itself, after this one was torn down and its
  /// attachment has returned. So a stream that is followed by itself a million times needs as much stack and memory as
  /// one.
  @usableFromInline
  package func followed<Output: Sendable, NewFailure: Error>(
    _ start:
      @escaping @Sendable (Sink<Output, NewFailure>) -> (
        next: @Sendable (Value) -> Void,
        decide: @Sendable (Completion<Failure>) -> Succession.Next<Output, NewFailure>
      ), named name: StaticString = #function
  ) -> Signal<Output, NewFailure> {
    Signal<Output, NewFailure>(
      attaching: { sink, subscription in
        let succession = Succession.of(subscription)
        let (next, decide) = start(sink)
        succession.bounce {
          succession.attach(self, next: next) { completion in
            guard subscription.isActive else { return }
            let decision = decide(completion)
            // `decide` may have run user code, which may have disposed the subscription.
            guard subscription.isActive else { return }
            switch decision {
            case .end(let completion): sink.end(completion)
            case .attach(let follower): succession.bounce { follower.attach(sink, to: subscription) }
            }
          }
        }
      }, named: name)
  }
}

/// Streams that follow each other on one subscription, each attached after the end of the previous one.
///
/// Before a stream is attached, the previous one is torn down, and its attachment has returned. So a million streams
/// that end synchronously need as much stack as one. The sink of the attached stream retains the succession.
///
/// A *step* attaches the next stream, or sends the end. The stream may be a succession itself: for example, the
/// replacement of a `catch` may have a `catch`. If it is attached to the same subscription, both are one succession.
/// Then a later step attaches its first stream, after the attachment of the whole has returned. An operator that relies
/// on a returned attachment uses another subscription, as `publish` and `using` do.
@usableFromInline
package final class Succession: Sendable {
  /// The next step after the end of a stream.
  @usableFromInline
  package enum Next<Value: Sendable, Failure: Error> {
    case attach(Signal<Value, Failure>)
    case end(Completion<Failure>)
  }

  /// The attachment of the current stream, or the action that will attach it.
  private let current: SerialDisposable
  private let subscription: Subscription
  private let trampoline = Trampoline()

  /// The step that was requested and has not begun.
  ///
  /// Guarded by: the trampoline (the current step, or the end of its stream, requests the next one).
  nonisolated(unsafe) private var next: (@Sendable () -> Void)?
  private let access = AccessCheck()

  /// Attaches the streams that `decide` returns, for `concat`, `repeat` and `retry`.
  ///
  /// `decide` is called first with `nil`, then with the end of each stream.
  package static func run<Value, Failure>(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription,
    decide: sending @escaping (Completion<Failure>?) -> Next<Value, Failure>
  ) {
    let succession = Succession.of(subscription)
    // Guarded by: the trampoline (only its steps call it).
    nonisolated(unsafe) let decide = decide
    @Sendable func advance(_ lastEnd: Completion<Failure>?) {
      succession.bounce {
        let decision = decide(lastEnd)
        // `decide` may have run user code, which may have disposed the subscription.
        guard subscription.isActive else { return }
        switch decision {
        case .attach(let signal): succession.attach(signal, next: sink.next, end: advance)
        case .end(let completion): sink.end(completion)
        }
      }
    }
    advance(nil)
  }

  /// Attaches a stream in an action of a scheduler, for `subscribe(on:)`. `schedule` receives the action.
  ///
  /// The action begins a new succession. A step of the existing one could run on the thread that subscribes, because
  /// the thread of the previous step runs it. The new succession takes over `current`, so a million rounds need as much
  /// memory as one.
  package static func attach<Value, Failure>(
    _ signal: Signal<Value, Failure>, _ sink: Sink<Value, Failure>, to subscription: Subscription,
    scheduledBy schedule: (@escaping @Sendable () -> Void) -> Disposable
  ) {
    let current = Succession.of(subscription).current
    // Set first: the action may be over before `schedule` returns its handle.
    let action = SerialDisposable()
    current.inner = Disposable(action)
    action.inner = schedule {
      Succession.of(subscription, current).bounce { signal.attach(sink, to: subscription) }
    }
  }

  /// The succession whose step is running on this thread, if it has this subscription; otherwise a new one.
  fileprivate static func of(_ subscription: Subscription, _ current: SerialDisposable? = nil) -> Succession {
    if let running = inStep.pointer {
      let running = Unmanaged<Succession>.fromOpaque(running).takeUnretainedValue()
      if running.subscription === subscription { return running }
    }
    return Succession(subscription, current)
  }

  /// - Parameter current: The attachment of a succession that this one replaces.
  private init(_ subscription: Subscription, _ current: SerialDisposable?) {
    self.subscription = subscription
    self.current = current ?? SerialDisposable()
    if current == nil { subscription.add(self.current) }
  }

  /// Runs a step: now, or after the current one.
  fileprivate func bounce(_ step: @escaping @Sendable () -> Void) {
    access.writes()
    next = step
    trampoline.bounce {
      access.writes()
      // Taken in any case, because the step retains this object.
      guard let step = next.take(), subscription.isActive else { return }
      let outer = Self.inStep.pointer
      Self.inStep.pointer = Unmanaged.passUnretained(self).toOpaque()
      step()
      Self.inStep.pointer = outer
    }
  }

  /// Attaches a stream to a new upstream.
  fileprivate func attach<Value, Failure>(
    _ signal: Signal<Value, Failure>, next: @escaping @Sendable (Value) -> Void,
    end: @escaping @Sendable (Completion<Failure>) -> Void
  ) {
    let upstream = Subscription()
    current.inner = Disposable(upstream)
    signal.attach(to: upstream, next: next, end: end)
  }

  /// The succession whose step is running on this thread, not retained: the caller of the step keeps it alive.
  private static let inStep = ThreadLocal()
}
