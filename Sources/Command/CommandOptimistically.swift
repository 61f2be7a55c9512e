import Operators
public import Properties
public import StreamCore

extension Command {
  /// Creates a command that shows its effect before the work has done it.
  ///
  /// ```swift
  /// let likes = MutableProperty(10)
  /// let shown = likes.optimistic()
  /// let like = Command(optimistically: { (_: Void) in shown.layer { $0 += 1 } }) { _ async in
  ///   likes.value = await server.like()
  /// }
  /// ```
  ///
  ///     execute()    x---------------
  ///     work         ----------v|        v: the answer
  ///     layer        x----------c        confirmed in one step with `confirming`
  ///
  /// The layer is made when the execution begins, before its work, on the thread that begins it. Under a policy that
  /// lets executions wait, that is when the wait is over. When the work completes, `confirming` is called with the
  /// layer and the last value. If the work fails or is cancelled, the layer is rolled back before observers are
  /// notified.
  ///
  /// - Parameters:
  ///   - layer: Applies the layer for an input.
  ///   - confirming: Ends the layer; by default the base has the answer by then: the work has set it. Otherwise set it
  ///     here, `{ layer, count in layer.confirm { likes.value = count } }`, so that there is no moment with both, or
  ///     with neither. If the answer comes another way, use ``OptimisticLayer/confirm(once:)``.
  ///   - work: Runs in a task, on the actor of the code that contains it.
  ///
  /// The other parameters are those of
  /// ``init(enabledIf:policy:on:work:fileID:line:function:)-(_,_,_,(Input)->Signal<Value,Failure>,_,_,_)``.
  public convenience init<Base: Sendable>(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .concurrent,
    on scheduler: any Scheduler = .main,
    optimistically layer: @escaping @Sendable (Input) -> OptimisticLayer<Base>,
    confirming: @escaping @Sendable (OptimisticLayer<Base>, Value) -> Void = { layer, _ in layer.confirm() },
    @_inheritActorContext work: @escaping @Sendable @isolated(any) (Input) async throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(condition.signal, policy, scheduler, .ofCommand(fileID, line, function)) { input, execution in
      execution.attach {
        .under({ layer(input) }, confirming) {
          .task(on: actorOf(work)) { () async throws(Failure) in try await work(input) }
        }
      }
    }
  }

  /// Creates a command that shows its effect before the work, a stream, has done it.
  ///
  /// See ``init(enabledIf:policy:on:optimistically:confirming:work:fileID:line:function:)``.
  public convenience init<Base: Sendable>(
    enabledIf condition: some StreamProtocol<Bool, Never> = Signal.just(true), policy: ExecutionPolicy = .concurrent,
    on scheduler: any Scheduler = .main,
    optimistically layer: @escaping @Sendable (Input) -> OptimisticLayer<Base>,
    confirming: @escaping @Sendable (OptimisticLayer<Base>, Value) -> Void = { layer, _ in layer.confirm() },
    from work: @escaping @Sendable (Input) -> Signal<Value, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    self.init(condition.signal, policy, scheduler, .ofCommand(fileID, line, function)) { input, execution in
      execution.attach { .under({ layer(input) }, confirming) { work(input) } }
    }
  }
}

extension Signal {
  /// Applies a layer, and ends it with the work: confirmed with the last value, or rolled back.
  fileprivate static func under<Base>(
    _ layer: @escaping @Sendable () -> OptimisticLayer<Base>,
    _ confirm: @escaping @Sendable (OptimisticLayer<Base>, Value) -> Void, work: @escaping @Sendable () -> Signal
  ) -> Signal {
    // An execution that is cancelled before its work begins makes no layer.
    .deferred {
      let (layer, last) = (layer(), Lock<Value?>(nil))
      return work().on(
        next: { value in
          var replaced: Value? = value
          last.withLock { swap(&$0, &replaced) }
        },
        failed: { _ in layer.rollBack() },
        completed: { if let value = last.withLock({ $0 }) { confirm(layer, value) } else { layer.confirm() } },
        disposed: { layer.rollBack() })
    }
  }
}
