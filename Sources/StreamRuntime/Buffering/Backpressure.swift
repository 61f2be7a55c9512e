import StreamPrimitives

/// How a consumer that has no room makes a sender wait that can.
///
/// Values are pushed, and no stage can refuse one. A sender that can wait makes its pressure known to the thread while
/// it delivers; a stage that takes a value for which it has no room keeps a ``Brake`` with it, and lets go of that when
/// there is room. The sender goes on when no brake is left. So nothing has to be passed down the chain, any number of
/// consumers may hold the sender up, and one that goes away, whatever the reason, holds nothing up, since its brakes go
/// with it.
///
/// It reaches as far as delivery is synchronous. A stage that delivers elsewhere (`deliver(on:)` under the suspending
/// policy) puts brakes on its own senders, and has a backpressure of its own for the consumers below.
@usableFromInline
package final class Backpressure: Sendable {
  private enum SenderState {
    case none
    case waiting(UnsafeContinuation<Void, Never>)
    case calledBack(@Sendable () -> Void)
    case cancelled
  }

  private let brakes = Atomic(0)
  private let sender = Lock(SenderState.none)

  @usableFromInline
  package init() {}

  /// The pressure of the sender that is delivering on this thread, if it can wait.
  @usableFromInline package static var current: Backpressure? {
    guard let pointer = ofThisThread.pointer else { return nil }
    return Unmanaged<Backpressure>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Delivers, and collects the brakes of whoever has no room.
  @usableFromInline
  package func during(_ deliver: () -> Void) {
    let outer = ofThisThread.pointer
    ofThisThread.pointer = Unmanaged.passUnretained(self).toOpaque()
    defer { ofThisThread.pointer = outer }
    deliver()
  }

  /// Wraps work that another thread does later, so that the sender waits until it is done and has found room.
  @usableFromInline
  package static func carried(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let pressure = current else { return work }
    let brake = Brake(pressure)
    return { brake.pressure.during(work) }
  }

  /// Waits until no brake is left, or until the task is cancelled. Who seldom has to asks ``isHeldUp`` before: calling
  /// an asynchronous function takes longer than that.
  @usableFromInline
  package nonisolated(nonsending) func wait() async {
    guard isHeldUp else { return }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let mayGoOn = sender.withLock { sender in
          if case .cancelled = sender { return true }
          guard isHeldUp else { return true }
          sender = .waiting(continuation)
          return false
        }
        if mayGoOn { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Whether anyone who was delivered to has no room.
  @usableFromInline package var isHeldUp: Bool { brakes.load(ordering: .acquiring) != 0 }

  /// Has the sender called back when no brake is left, by whoever lets go of the last, with no lock held.
  ///
  /// - Returns: `false` if none is left already; then nobody is called.
  @usableFromInline
  package func callBack(_ goOn: @escaping @Sendable () -> Void) -> Bool {
    sender.withLock { sender in
      guard isHeldUp else { return false }
      sender = .calledBack(goOn)
      return true
    }
  }

  /// Forgets whom to call back.
  @usableFromInline
  package func forget() {
    // Released after the lock: it may be the last that keeps a chain.
    let forgotten = sender.withLock { sender in
      defer { sender = .none }
      return sender
    }
    withExtendedLifetime(forgotten) {}
  }

  private func cancel() {
    let waiting = sender.withLock { sender in
      defer { sender = .cancelled }
      return sender
    }
    if case .waiting(let continuation) = waiting { continuation.resume() }
  }

  /// The last brake is gone, unless there has been another since; then whoever lets go of that comes here too.
  private func goOn() {
    let waiting = sender.withLock { sender -> SenderState in
      if isHeldUp { return .none }
      if case .cancelled = sender { return .none }
      defer { sender = .none }
      return sender
    }
    switch waiting {
    case .waiting(let continuation): continuation.resume()
    case .calledBack(let goOn): goOn()
    case .none, .cancelled: break
    }
  }

  /// What holds the sender up for as long as it is kept. It is released with no lock held: that may resume the sender.
  @usableFromInline
  package final class Brake: Sendable {
    package let pressure: Backpressure

    @usableFromInline package init(_ pressure: Backpressure) {
      self.pressure = pressure
      pressure.brakes.add(1, ordering: .relaxed)
    }

    deinit {
      if pressure.brakes.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { pressure.goOn() }
    }
  }
}

/// Holds a pointer that is not retained: whoever sets it keeps the object until it has set it back.
private let ofThisThread = ThreadLocal()
