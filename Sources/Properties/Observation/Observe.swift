import Observation
public import StreamCore
import StreamPrimitives

/// The value of an expression over observable objects, now and after each change of the objects.
///
/// ```swift
/// observe { model.first + model.last }
/// ```
///
///     model.first   a-----b--c-----
///     model.last    x-----y--------
///     observe       ax------(cy)---    several changes in one job of the actor: one value
///
/// For objects with the `@Observable` macro, and for every property of this library. It is a **conflating** form:
/// Observation announces a change before it is made, and once. So the expression is evaluated again later, on its actor
/// (or on none), and all changes until then are delivered as one. For every change, synchronously, use ``Observed``
/// properties or ``ChangeRegistrar``.
///
/// Change the objects on the actor of the expression; properties of this library may be changed anywhere. If the
/// expression changes an object that it has read, it is evaluated again.
///
/// Every subscriber has a separate observation. It lasts until the subscription is disposed, or until the objects are
/// released, which completes the stream. An expression that captures its object strongly keeps the object alive as long
/// as the subscription lasts; ``observe(_:_:)`` does not.
public func observe<Value: Sendable>(
  @_inheritActorContext _ expression: @escaping @Sendable @isolated(any) () -> Value
) -> Signal<Value, Never> {
  let expression = Isolated(expression, as: (() -> Value).self)
  return Signal(attaching: { sink, subscription in
    ObservedExpression(expression, sink, subscription) { $0() }.begin()
  })
}

/// The value of an expression over an observable object, which is not kept alive.
///
/// The stream completes when the object is released.
///
/// ```swift
/// observe(model) { $0.first + $0.last }
/// ```
///
/// All else is as in ``observe(_:)``.
public func observe<Object: AnyObject & Sendable, Value: Sendable>(
  _ object: Object, @_inheritActorContext _ expression: @escaping @Sendable @isolated(any) (Object) -> Value
) -> Signal<Value, Never> {
  let expression = Isolated(expression, as: ((Object) -> Value).self)
  return Signal(attaching: { [weak object] sink, subscription in
    ObservedExpression(expression, sink, subscription) { [weak object] expression in object.map(expression) }.begin()
  })
}

/// One subscriber's observation. The observed objects retain it, so it is released with them. After that nothing can
/// change, and the stream completes.
private final class ObservedExpression<Expression, Value: Sendable>: Gated {
  /// `nil` when the subscription is over.
  ///
  /// The observed objects hold this object until they change, and the expression may hold them.
  private let expression: Lock<Isolated<Expression>?>
  private let evaluate: @Sendable (Expression) -> Value?
  private let sink: Sink<Value, Never>
  private let subscription: Subscription
  let gate = Gate<Isolated<Expression>>()

  init(
    _ expression: Isolated<Expression>, _ sink: Sink<Value, Never>, _ subscription: Subscription,
    _ evaluate: @escaping @Sendable (Expression) -> Value?
  ) {
    self.expression = Lock(expression)
    self.evaluate = evaluate
    self.sink = sink
    self.subscription = subscription
    subscription.add { [weak self] in self?.release() }
  }

  deinit {
    if subscription.isActive { sink.end(.completed) }
  }

  func begin() {
    guard let expression = expression.withLock({ $0 }) else { return }
    expression.perform { _ in self.enqueue(expression) }
  }

  func deliver(_ expression: Isolated<Expression>) {
    guard subscription.isActive else { return }
    let reevaluation = Reevaluation(self)
    let value = withObservationTracking {
      GraphThread.trackOnce {
        evaluate(expression.function)
      } changed: {
        reevaluation.start()
      }
    } onChange: {
      // The change has not been made yet. It is made before the actor runs its next job.
      reevaluation.start()
    }
    if let value { sink.next(value) }
  }

  /// The first thread that detects a change starts a new evaluation.
  private final class Reevaluation: Sendable {
    private let observation: ObservedExpression
    private let hasStarted = Atomic(false)

    init(_ observation: ObservedExpression) { self.observation = observation }

    func start() {
      if !hasStarted.exchange(true, ordering: .relaxed) { spawn { [observation] in observation.begin() } }
    }
  }

  private func release() {
    // Released when the lock is free.
    var none: Isolated<Expression>?
    expression.withLock { swap(&$0, &none) }
  }
}

extension GraphThread {
  /// Runs `body`, and then `changed`, once, when a property that it has read has changed.
  static func trackOnce<Result>(_ body: () -> Result, changed: @escaping @Sendable () -> Void) -> Result {
    with { thread in
      let observer = deriveFromReads(Void.self, .observer | .tracked) { observer, action, thread in
        guard case .compute = action else { return }
        thread.runHandler(observer) {
          thread.dispose(observer)
          changed()
        }
      }
      observer.pointee.identity = nextSubscription()
      thread.lock(observer)
      observer.pointee.references += 1
      observer.pointee.isClean = true
      observer.pointee.flags.insert(.isBusy)
      let result = thread.withEvaluation { thread.runTracked(observer, body) }
      thread.finishNotifying(observer)
      // No dependency can change any longer.
      if observer.pointee.liveInputs == 0 { observer.pointee.flags.insert(.ended) }
      if observer.has(.ended) { thread.notify(observer) }
      thread.release(observer)
      thread.unlock()
      thread.finish()
      return result
    }
  }
}
