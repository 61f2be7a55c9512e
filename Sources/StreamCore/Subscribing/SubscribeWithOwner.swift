extension StreamProtocol where Failure == Never {
  /// Starts a run of the stream that ends with an object, which it does not keep alive.
  ///
  /// `next` gets the object and each value. Once the object is gone, the first event that finds it so ends the
  /// subscription, and no handler is called. Isolation is that of ``subscribe(_:)``.
  @discardableResult
  public func subscribe<Owner: AnyObject & Sendable>(
    with owner: Owner,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext next: sending @escaping @isolated(any) (Owner, Value) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let handler = Isolated(next, as: ((Owner, Value) -> Void).self)
    return signal.run(on: handler.actor, fileID, line) { subscription in
      Sink(
        next: { [weak owner] value in
          guard subscription.isActive else { return }
          guard let owner else { return subscription.dispose() }
          handler.function(owner, value)
        },
        end: { _ in subscription.dispose() })
    }
  }
}

extension StreamProtocol {
  /// Starts a run of the stream that ends with an object, which it does not keep alive; `receive` gets the object and
  /// every event.
  ///
  /// Once the object is gone, the first event that finds it so ends the subscription, and no handler is called.
  /// Isolation is that of ``subscribe(_:)``.
  @discardableResult
  public func subscribeEvents<Owner: AnyObject & Sendable>(
    with owner: Owner,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext receive: sending @escaping @isolated(any) (Owner, Event<Value, Failure>) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    let handler = Isolated(receive, as: ((Owner, Event<Value, Failure>) -> Void).self)
    return signal.run(on: handler.actor, fileID, line) { subscription in
      Sink(
        next: { [weak owner] value in
          guard subscription.isActive else { return }
          guard let owner else { return subscription.dispose() }
          handler.function(owner, .next(value))
        },
        end: { [weak owner] completion in
          if subscription.isActive, let owner { handler.function(owner, Event(completion)) }
          subscription.dispose()
        })
    }
  }
}
