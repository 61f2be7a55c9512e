extension StreamProtocol where Failure == Never {
  /// Subscribes to the stream with an owner, which the subscription does not keep alive.
  ///
  /// `next` gets the owner and each value. The first event after the release of the owner disposes the subscription,
  /// and no handler is called. Isolation is that of ``subscribe(_:)``.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    with owner: Owner,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext next: sending @escaping @isolated(any) (Owner, Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let handler = Isolated(next, as: ((Owner, Value) -> Void).self)
    return signal.start(on: handler.actor, fileID, line) { subscription in
      Sink(
        next: { [weak owner] value in
          guard !subscription.isDisposed else { return }
          guard let owner else { return subscription.dispose() }
          handler.function(owner, value)
        },
        end: { _ in subscription.dispose() })
    }
  }
}

extension StreamProtocol {
  /// Subscribes to all events of the stream with an owner, which the subscription does not keep alive.
  ///
  /// `receive` gets the owner and each event. The first event after the release of the owner disposes the subscription,
  /// and no handler is called. Isolation is that of ``subscribe(_:)``.
  @discardableResult
  public func subscribeEvents<Owner: AnyObject & Sendable>(
    with owner: Owner,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext receive: sending @escaping @isolated(any) (Owner, Event<Value, Failure>) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let handler = Isolated(receive, as: ((Owner, Event<Value, Failure>) -> Void).self)
    return signal.start(on: handler.actor, fileID, line) { subscription in
      Sink(
        next: { [weak owner] value in
          guard !subscription.isDisposed else { return }
          guard let owner else { return subscription.dispose() }
          handler.function(owner, .next(value))
        },
        end: { [weak owner] completion in
          if !subscription.isDisposed, let owner { handler.function(owner, Event(completion)) }
          subscription.dispose()
        })
    }
  }
}
