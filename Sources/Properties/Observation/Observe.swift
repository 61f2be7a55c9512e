import Observation
public import StreamCore
import StreamPrimitives

/// The value of an expression over observable objects, now and whenever what it reads has changed.
///
/// ```swift
/// observe { model.first + model.last }
/// ```
///
///     model.first   a-----b--c-----
///     model.last    x-----y--------
///     observe       ax------(cy)---    both, and more, in one thread of the actor: told once
///
/// For objects with the `@Observable` macro, and for every property of this library, whoever has it and whatever it is
/// derived from. It is a **conflating** form: Observation announces a change before it is made, and once; the
/// expression is evaluated again in a later thread of the actor it belongs to (of nobody's, if it belongs to none), and
/// what changed until then is told as one. For every change, synchronously, use ``Observed`` properties or
/// ``ChangeRegistrar``.
///
/// What it reads is to be changed on the actor that it belongs to; properties of this library may be changed anywhere.
/// What the expression itself changes after it has read it makes it be evaluated again.
///
/// Every subscriber has an observation of its own. It lasts until the subscription is disposed or what was read is
/// released, which completes the stream. An expression that captures its object strongly keeps it for as long as the
/// subscription lasts; ``observe(_:_:)`` does not.
public func observe<Value: Sendable>(
  @_inheritActorContext _ expression: @escaping @Sendable @isolated(any) () -> Value
) -> Signal<Value, Never> {
  let expression = Isolated(expression, as: (() -> Value).self)
  return Signal(attaching: { sink, subscription in
    Observation(expression, sink, subscription) { $0() }.begin()
  })
}

/// The value of an expression over an observable object, which is not kept alive: the stream completes when the object
/// goes.
///
/// ```swift
/// observe(model) { $0.first + $0.last }
/// ```
///
/// Otherwise as ``observe(_:)``.
public func observe<Object: AnyObject & Sendable, Value: Sendable>(
  _ object: Object, @_inheritActorContext _ expression: @escaping @Sendable @isolated(any) (Object) -> Value
) -> Signal<Value, Never> {
  let expression = Isolated(expression, as: ((Object) -> Value).self)
  return Signal(attaching: { [weak object] sink, subscription in
    Observation(expression, sink, subscription) { [weak object] expression in object.map(expression) }.begin()
  })
}

/// One subscriber's observation. What it waits for holds it, so it goes with that; then nothing can change any more,
/// and the stream completes.
private final class Observation<Expression, Value: Sendable>: Gated {
  /// `nil` when the subscription is over: what it waits for goes on holding this until it changes, and the expression
  /// may well hold that.
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
    subscription.add { [weak self] in self?.letGo() }
  }

  deinit {
    if subscription.isActive { sink.end(.completed) }
  }

  func begin() {
    guard let expression = expression.withLock({ $0 }) else { return }
    expression.perform { _ in self.admit(expression) }
  }

  func handle(_ expression: Isolated<Expression>) {
    guard subscription.isActive else { return }
    let again = Again(self)
    let value = withObservationTracking {
      GraphThread.follow {
        evaluate(expression.function)
      } changed: {
        again.look()
      }
    } onChange: {
      // The change is about to be made; it has been when the actor is free again.
      again.look()
    }
    if let value { sink.next(value) }
  }

  /// Whoever finds out first that something has changed has it looked at again.
  private final class Again: Sendable {
    private let observation: Observation
    private let hasAsked = Atomic(false)

    init(_ observation: Observation) { self.observation = observation }

    func look() {
      if !hasAsked.exchange(true, ordering: .relaxed) { spawn { [observation] in observation.begin() } }
    }
  }

  private func letGo() {
    // Released when the lock is free.
    var none: Isolated<Expression>?
    expression.withLock { swap(&$0, &none) }
  }
}

extension GraphThread {
  /// Runs `body`, and then `changed`, once, when a property that it has read has changed.
  static func follow<Result>(_ body: () -> Result, changed: @escaping @Sendable () -> Void) -> Result {
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
      observer.pointee.state = .computing
      observer.pointee.flags.insert(.isBusy)
      let result = thread.runInEvaluation { thread.runTracked(observer, body) }
      thread.isNoLongerBusy(observer)
      // Nothing that it has read can change any more.
      if observer.pointee.liveInputs == 0 { observer.pointee.flags.insert(.ended) }
      if observer.has(.ended) { thread.notify(observer) }
      thread.release(observer)
      thread.unlock()
      thread.finish()
      return result
    }
  }
}
