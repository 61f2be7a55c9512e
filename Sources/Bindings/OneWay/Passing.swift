public import StreamCore
public import StreamPrimitives

extension Signal where Failure == Never {
  /// Passes values on until the binding ends, and ends the binding with the stream.
  ///
  /// A chain of bindings does not recurse without bound: see ``PassDepth``.
  @inlinable
  func pass(
    to accept: @escaping @Sendable (Value) -> Void, _ binding: CompositeDisposable,
    if isWanted: @escaping @Sendable (Value) -> Bool = { _ in true },
    atTheEnd finish: @escaping @Sendable () -> Void = {}
  ) -> Disposable {
    let subscription = Subscription()
    let direction = BindingDirection()
    attach(
      Sink(
        next: { value in
          guard subscription.isActive, isWanted(value) else { return }
          direction.pass {
            accept(value)
          } orLater: {
            { if subscription.isActive { accept(value) } }
          }
        },
        end: { _ in
          let end = { @Sendable in
            subscription.dispose()
            binding.dispose()
            finish()
          }
          direction.pass(end) { end }
        }),
      to: subscription, recordedAs: "<~")
    return Disposable(subscription)
  }
}

/// One direction of a binding, with the queue of the events that could not be passed on immediately.
///
/// A thread that enqueues an event leaves the gate of the source before the event is passed on. Meanwhile another
/// thread may enqueue the next one.
@usableFromInline
final class BindingDirection: Sendable {
  /// Whether events are queued, or the last of them is being passed on.
  ///
  /// The thread that passes events sets it. `catchUp` unsets it with releasing order, and the next event is passed on
  /// after an acquiring load. So that event comes after all queued ones.
  @usableFromInline let isCatchingUp = Atomic(false)
  private let deferred = Lock(Queue<Deferred>())

  private struct Deferred: Sendable {
    let step: @Sendable () -> Void

    /// The thread that enqueued the event.
    let thread: UInt
  }

  @usableFromInline init() {}

  /// Passes an event on `now`, or enqueues the result of `makeStep`. Called by one thread at a time.
  @inlinable
  func pass(_ now: () -> Void, orLater makeStep: () -> @Sendable () -> Void) {
    if isCatchingUp.load(ordering: .acquiring), enqueue(makeStep(), ifCatchingUp: true) { return }
    PassDepth.pass(now) {
      _ = enqueue(makeStep(), ifCatchingUp: false)
      return { self.catchUp() }
    }
  }

  @usableFromInline
  func enqueue(_ step: @escaping @Sendable () -> Void, ifCatchingUp: Bool) -> Bool {
    deferred.withLock { deferred in
      if ifCatchingUp, !isCatchingUp.load(ordering: .relaxed) { return false }
      isCatchingUp.store(true, ordering: .relaxed)
      deferred.append(Deferred(step: step, thread: currentThread))
      return true
    }
  }

  /// Drains the queue. When the budget for other threads is used up, a job on another thread continues.
  ///
  /// One call runs at a time: that for the event that set `isCatchingUp`, or its continuation.
  @usableFromInline
  func catchUp() {
    var budget = Budget(ThreadClock(), time: .threadBudget)
    while let next = next() {
      guard next.thread == currentThread || budget.take() else { return runElsewhere { self.catchUp() } }
      // Only this method removes events.
      _ = deferred.withLock { $0.popFirst() }
      next.step()
    }
  }

  private func next() -> Deferred? {
    deferred.withLock { deferred in
      if deferred.isEmpty { isCatchingUp.store(false, ordering: .releasing) }
      return deferred.first
    }
  }
}

/// The nested changes that one thread passes on through bound properties.
///
/// Setting the first of a chain of bound properties sets the last one before it returns, so the calls recurse. At a
/// certain depth a change is enqueued instead, and the outermost call drains the queue before it returns. No change
/// overtakes the queue, so each end receives changes in the order in which they were made. If other threads change the
/// chain, too, one of them or a continuation may set the last property later.
@usableFromInline
enum PassDepth {
  /// At this depth, a debug build has used less than 50 KiB of stack.
  private static let limit = 32

  private final class Calls {
    var depth = 0
    var queue = Queue<() -> Void>()
  }

  private static let local = ThreadLocal(retained: true)

  /// Passes a change on `now`. If the limit is reached or changes are queued, enqueues the result of `makeStep`.
  @usableFromInline
  static func pass(_ now: () -> Void, orLater makeStep: () -> () -> Void) {
    let calls = ofThisThread
    guard calls.depth < limit, calls.queue.isEmpty else { return calls.queue.append(makeStep()) }
    calls.depth += 1
    now()
    if calls.depth == 1 {
      while let next = calls.queue.popFirst() { next() }
    }
    calls.depth -= 1
  }

  private static var ofThisThread: Calls {
    if let place = local.pointer { return Unmanaged<Calls>.fromOpaque(place).takeUnretainedValue() }
    let calls = Calls()
    local.pointer = Unmanaged.passRetained(calls).toOpaque()
    return calls
  }
}
