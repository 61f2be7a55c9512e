public import StreamCore
import Synchronization

// Delivery where the policy suspends senders: those that can wait do while too many values wait in the line, and the
// line waits while someone below has no room. Other policies pay nothing for it.

extension Delivery {
  /// The action. It is over when someone has no room for what was delivered; when there is room, another goes on.
  @inlinable
  func deliver(under pressure: Pressure) {
    var share = Share(scheduler.clock, time: .ofHop)
    while subscription.isActive {
      guard share.take() else { return goOn() }
      switch line.takeFirst() {
      case .value(let value):
        pressure.during { sink.next(value) }
        guard pressure.isHeld, pressure.callBack({ self.schedule() }) else {
          continue
        }
        // Whoever disposed just now may have come before there was anything to forget.
        if !subscription.isActive { pressure.forget() }
        return
      case .end(let end): return sink.end(end)
      case .nothing: return
      }
    }
  }
}

extension DeliveryLine {
  /// What there is to deliver.
  @usableFromInline
  enum First {
    case value(Value)
    case end(Completion<Failure>)
    /// The action is over.
    case nothing
  }

  /// Takes the first event. If that makes room, a sender may go on.
  @inlinable
  func takeFirst() -> First {
    let (first, hold) = state.withLock { state -> (First, Pressure.Hold?) in
      if let (value, hold) = state.buffer.popFirst() { return (.value(value), hold) }
      guard let end = state.end else {
        state.isAttended = false
        return (.nothing, nil)
      }
      state.end = nil
      return (.end(end), nil)
    }
    // Released after the lock.
    withExtendedLifetime(hold) {}
    return first
  }
}

/// An action that was scheduled. If its scheduler lets go of it before it has begun (since its actor is gone, say),
/// nobody will come for what waits, and so nobody has to wait with it.
@usableFromInline
final class PendingAction: Sendable {
  private let line: any Disposing
  private let hasBegun = Atomic(false)

  @usableFromInline
  init(_ line: any Disposing) { self.line = line }

  deinit { if !hasBegun.load(ordering: .relaxed) { line.dispose() } }

  @usableFromInline
  func begin() { hasBegun.store(true, ordering: .relaxed) }
}
