import StreamTracing

extension StreamProtocol where Failure == Never {
  /// Subscribes to the stream with a handler of values.
  ///
  /// The handler belongs to the actor of the code around it, and may use that actor's state. It runs synchronously if
  /// the stream sends on that actor, otherwise after a hop, in order. Outside any actor, it runs where the stream
  /// sends. The subscription needs no bag: it lives until the stream ends or the result is disposed.
  @inlinable
  @discardableResult
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ next: sending @escaping @isolated(any) (Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let handler = Handler(next)
    return signal.start(on: handler.actor, fileID, line) { subscription in
      Sink(next: handler.function.call, end: { _ in subscription.dispose() })
    }
  }

  /// Subscribes to the stream with handlers of values and of the completion.
  ///
  /// Isolation and lifetime are those of ``subscribe(_:)``. `completed` runs before the teardown of the stream.
  @inlinable
  @discardableResult
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext next: sending @escaping @isolated(any) (Value) -> Void,
    @_inheritActorContext completed: sending @escaping @isolated(any) () -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    subscribe(isolation: isolation, next: next, failed: { _ in }, completed: completed, fileID: fileID, line: line)
  }
}

extension StreamProtocol {
  /// Subscribes to the stream with handlers of values and of both ends.
  ///
  /// Isolation and lifetime are those of ``subscribe(_:)``. The handler of the end runs before the teardown of the
  /// stream.
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
    return signal.start(
      on: actor, fileID, line, next: { next.function($0) },
      end: { completion in
        switch completion {
        case .completed: completed.function()
        case .failed(let failure): failed.function(failure)
        }
      })
  }

  /// Subscribes to the stream with one handler of all events, the end included.
  ///
  /// Isolation and lifetime are those of ``subscribe(_:)``.
  @discardableResult
  public func subscribeEvents(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ receive: sending @escaping @isolated(any) (Event<Value, Failure>) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let handler = Isolated(receive, as: ((Event<Value, Failure>) -> Void).self)
    return signal.start(
      on: handler.actor, fileID, line, next: { handler.function(.next($0)) },
      end: { handler.function(Event($0)) })
  }
}

extension Signal {
  /// Attaches handlers of values and of the end, which runs unless the subscription was disposed.
  @inlinable
  func start(
    on actor: (any Actor)?, _ fileID: StaticString, _ line: UInt,
    next: @escaping @Sendable (Value) -> Void, end: @escaping @Sendable (Completion<Failure>) -> Void
  ) -> Disposable {
    start(on: actor, fileID, line) { subscription in
      Sink(
        next: next,
        end: { completion in
          guard !subscription.isDisposed else { return }
          end(completion)
          subscription.dispose()
        })
    }
  }

  /// Attaches the sink of a new subscription.
  @usableFromInline
  func start(
    on actor: (any Actor)?, _ fileID: StaticString, _ line: UInt,
    _ makeSink: (Subscription) -> Sink<Value, Failure>
  ) -> Disposable {
    let subscription = Subscription()
    subscription.recordCallSite(fileID, line)
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
    guard let actor else { return attach(sink, to: subscription) }
    let mailbox = Mailbox<Event<Value, Failure>>(actor) { event in
      if !subscription.isDisposed { sink.send(event) }
    }
    attach(
      Sink(
        next: { mailbox.send(.next($0)) },
        end: { completion in
          guard subscription.isActive else { return }
          // Stops the source now. The teardown waits until the handler has run, as it does without an actor.
          subscription.stop()
          mailbox.send(Event(completion))
        }),
      to: subscription)
  }
}

/// The common actor of several handlers of one subscription. Handlers without an actor run there too.
@usableFromInline
func commonActor(_ one: (any Actor)?, _ other: (any Actor)?) -> (any Actor)? {
  if let one, let other {
    if one !== other {
      fatalError(
        "The handlers of one subscription belong to two actors, \(one) and \(other): subscribe once for each actor.")
    }
  }
  return one ?? other
}
