import StreamPrimitives

/// Suspends a sender that can wait, while consumers downstream have no capacity.
///
/// Values are pushed, and no stage can refuse one. While it delivers, a sender that can wait stores its `Backpressure`
/// in a thread-local variable. A stage that takes a value without capacity keeps a ``Suspension`` of the sender beside
/// the value, and releases the suspension with the value. The sender resumes when all its suspensions are released. So
/// any number of consumers may suspend the sender, and a consumer that is deallocated no longer does.
///
/// No resumption is lost. A sender checks the count under the lock before it waits. The thread that releases the last
/// suspension first changes the count, and then takes the lock. So the sender sees the count, or the thread the sender.
///
/// This works as far as delivery is synchronous. A stage that delivers on another thread (`deliver(on:)` under the
/// suspending policy) suspends its own senders, and has a separate `Backpressure` for its consumers.
@usableFromInline
package final class Backpressure: Sendable {
  private enum SenderState {
    /// The sender does not wait. `wait` and `callBack` lead to the next two states.
    case none
    /// A task waits for the release of the last suspension, or for its cancellation.
    case waiting(UnsafeContinuation<Void, Never>)
    /// The closure is called at the release of the last suspension.
    case calledBack(@Sendable () -> Void)
    /// The task was cancelled. No later `wait` suspends it.
    case cancelled
  }

  private let suspensions = Atomic(0)
  private let sender = Lock(SenderState.none)

  @usableFromInline
  package init() {}

  /// The backpressure of the sender that delivers on this thread, if it can wait.
  @usableFromInline package static var current: Backpressure? {
    guard let pointer = ofThisThread.pointer else { return nil }
    return Unmanaged<Backpressure>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Delivers a value, and collects the suspensions of consumers without capacity.
  @usableFromInline
  package func during(_ deliver: () -> Void) {
    let outer = ofThisThread.pointer
    ofThisThread.pointer = Unmanaged.passUnretained(self).toOpaque()
    defer { ofThisThread.pointer = outer }
    deliver()
  }

  /// Wraps work for another thread. The sender waits until the result is released and the consumers have capacity.
  @usableFromInline
  package static func carried(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let pressure = current else { return work }
    let suspension = Suspension(pressure)
    return { suspension.pressure.during(work) }
  }

  /// Waits until all suspensions are released, or until the task is cancelled.
  ///
  /// Check ``isSuspended`` first if a wait is rare: calling an asynchronous function takes longer than the check.
  @usableFromInline
  package nonisolated(nonsending) func wait() async {
    guard isSuspended else { return }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let mayResume = sender.withLock { sender in
          if case .cancelled = sender { return true }
          guard isSuspended else { return true }
          sender = .waiting(continuation)
          return false
        }
        if mayResume { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Whether a consumer has no capacity.
  @usableFromInline package var isSuspended: Bool { suspensions.load(ordering: .acquiring) != 0 }

  /// Sets a callback for the release of the last suspension. It is called on the thread that releases it, with no lock
  /// held.
  ///
  /// - Returns: `false` if all suspensions are released already; then nothing is called.
  @usableFromInline
  package func callBack(_ resume: @escaping @Sendable () -> Void) -> Bool {
    sender.withLock { sender in
      guard isSuspended else { return false }
      sender = .calledBack(resume)
      return true
    }
  }

  /// Removes the callback.
  @usableFromInline
  package func removeCallback() {
    // Released without the lock: it may be the last reference to a chain.
    let removed = sender.withLock { sender in
      defer { sender = .none }
      return sender
    }
    withExtendedLifetime(removed) {}
  }

  private func cancel() {
    let waiting = sender.withLock { sender in
      defer { sender = .cancelled }
      return sender
    }
    if case .waiting(let continuation) = waiting { continuation.resume() }
  }

  /// Resumes the sender after the release of the last suspension, unless there is a new one.
  private func resume() {
    let waiting = sender.withLock { sender -> SenderState in
      if isSuspended { return .none }
      if case .cancelled = sender { return .none }
      defer { sender = .none }
      return sender
    }
    switch waiting {
    case .waiting(let continuation): continuation.resume()
    case .calledBack(let resume): resume()
    case .none, .cancelled: break
    }
  }

  /// Suspends the sender until it is released. Its owner releases it without a lock, because that may resume the
  /// sender.
  @usableFromInline
  package final class Suspension: Sendable {
    package let pressure: Backpressure

    @usableFromInline package init(_ pressure: Backpressure) {
      self.pressure = pressure
      pressure.suspensions.add(1, ordering: .relaxed)
    }

    deinit {
      if pressure.suspensions.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { pressure.resume() }
    }
  }
}

/// The backpressure of this thread, not retained: the caller of `during` keeps it until it has reset the pointer.
private let ofThisThread = ThreadLocal()
