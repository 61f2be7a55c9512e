import StreamTracing

extension StreamProtocol where Failure == Never {
  /// Starts a run of the stream and hands each value to `next`.
  ///
  /// The handler is an ordinary closure that belongs to the actor of the code it is written in and may touch that
  /// actor's state: it runs at once when the value is on that actor already, else after a hop, in order. Written
  /// outside any actor, it runs where the stream sends. The subscription needs no bag: it lives until the stream ends
  /// or the result is disposed.
  @inlinable
  @discardableResult
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ next: sending @escaping @isolated(any) (Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let handler = Handler(next)
    return signal.run(on: handler.actor, fileID, line) { subscription in
      Sink(next: handler.function.call, end: { _ in subscription.dispose() })
    }
  }

  /// Starts a run of the stream; `next` gets each value, `completed` is told of the end.
  ///
  /// Isolation and lifetime are those of ``subscribe(_:)``. The end is told before the stream's resources are freed.
  @inlinable
  @discardableResult
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext next: sending @escaping @isolated(any) (Value) -> Void,
    @_inheritActorContext completed: sending @escaping @isolated(any) () -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let actor = commonActor(actorOf(next), actorOf(completed))
    let next = Isolated(next, as: ((Value) -> Void).self, on: actor)
    let completed = Isolated(completed, as: (() -> Void).self, on: actor)
    return signal.run(on: actor, fileID, line) { subscription in
      Sink(
        next: { next.function($0) },
        end: { _ in
          guard subscription.isActive else { return }
          completed.function()
          subscription.dispose()
        })
    }
  }
}

extension StreamProtocol {
  /// Starts a run of the stream; `next` gets each value, and one of the other handlers is told of the end.
  ///
  /// Isolation and lifetime are those of ``subscribe(_:)``. The end is told before the stream's resources are freed.
  @inlinable
  @discardableResult
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext next: sending @escaping @isolated(any) (Value) -> Void,
    @_inheritActorContext failed: sending @escaping @isolated(any) (Failure) -> Void,
    @_inheritActorContext completed: sending @escaping @isolated(any) () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let actor = commonActor(actorOf(next), commonActor(actorOf(failed), actorOf(completed)))
    let next = Isolated(next, as: ((Value) -> Void).self, on: actor)
    let failed = Isolated(failed, as: ((Failure) -> Void).self, on: actor)
    let completed = Isolated(completed, as: (() -> Void).self, on: actor)
    return signal.run(on: actor, fileID, line) { subscription in
      Sink(
        next: { next.function($0) },
        end: { completion in
          guard subscription.isActive else { return }
          switch completion {
          case .completed: completed.function()
          case .failed(let failure): failed.function(failure)
          }
          subscription.dispose()
        })
    }
  }

  /// Starts a run of the stream and hands every event to `receive`, the end included.
  ///
  /// Isolation and lifetime are those of ``subscribe(_:)``.
  @discardableResult
  public func subscribeEvents(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ receive: sending @escaping @isolated(any) (Event<Value, Failure>) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let handler = Isolated(receive, as: ((Event<Value, Failure>) -> Void).self)
    return signal.run(on: handler.actor, fileID, line) { subscription in
      Sink(
        next: { handler.function(.next($0)) },
        end: { completion in
          guard subscription.isActive else { return }
          handler.function(Event(completion))
          subscription.dispose()
        })
    }
  }
}

extension Signal {
  /// Attaches the sink of a new subscription.
  @usableFromInline
  func run(
    on actor: (any Actor)?, _ fileID: StaticString, _ line: UInt,
    _ makeSink: (Subscription) -> Sink<Value, Failure>
  ) -> Disposable {
    let subscription = Subscription()
    subscription.note(fileID, line)
    let sink = makeSink(subscription)
    if Trace.isOnHere {
      attachTraced(sink, subscription, actor, CallSite(fileID, line))
    } else {
      attach(sink, subscription, on: actor)
    }
    return Disposable(subscription)
  }

  /// Attaches the sink of a subscription, by way of an actor's mailbox if there is an actor.
  @inlinable
  func attach(_ sink: Sink<Value, Failure>, _ subscription: Subscription, on actor: (any Actor)?) {
    if let actor {
      // The stages above have a subscription of their own: their end may arrive here long before the actor hears of it.
      // They stop at once (an endless source above a `take` would go on until then); what they have to undo waits for
      // the handler, as it does without an actor.
      let upstream = Subscription()
      subscription.add(upstream)
      let mailbox = Mailbox(actor, sink, subscription)
      attach(
        Sink(
          next: { mailbox.bring(.next($0)) },
          end: { completion in
            guard upstream.isActive else { return }
            upstream.stop()
            mailbox.bring(Event(completion))
          }),
        to: upstream)
    } else {
      attach(sink, to: subscription)
    }
  }
}

/// The actor that several handlers of one subscription belong to. Those that belong to none run there too.
@usableFromInline
func commonActor(_ one: (any Actor)?, _ other: (any Actor)?) -> (any Actor)? {
  if let one, let other {
    precondition(one === other, "The handlers of one subscription belong to two actors: \(one) and \(other).")
  }
  return one ?? other
}
