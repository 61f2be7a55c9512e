public import StreamPrimitives

/// The bias of a ``Gate`` towards one thread, which holds the gate over many deliveries: none of them enters or leaves.
///
/// A stream that sends while it is attached sends on the thread that attaches it, a thousand values perhaps. That
/// thread enters the gate once, and marks with plain stores when it is delivering. Between two deliveries it is in
/// code that is not ours, which may wait for anything. So it has no claim to the gate: whoever leaves
/// something there *revokes* the bias, delivers at once, or, if a delivery is going on, has the holder do so right
/// after it. From then on the gate is like any other.
///
/// Invariants, in terms of `state`:
/// - *free*: the gate is as idle or busy as it says.
/// - *held*: the holder has entered the gate. It alone delivers, and only after it has found this state behind a light
///   barrier: then who revokes finds, behind the heavy barrier, that the holder is not idle.
/// - *revoked*: the gate is still entered. The holder, when it finds out, and who revoked, if the holder was idle, both
///   try to make this *over*; who succeeds is the gate's deliverer. What it does then is no part of a bias.
/// - *over*: there is no bias any more at this gate.
@usableFromInline
package struct Bias: ~Copyable, Sendable {
  /// The thread that holds the gate, while it waits for the next value; 0 while it delivers, and where there is none.
  /// Only that thread writes it.
  @usableFromInline let idleHolder = Atomic<UInt>(0)
  @usableFromInline let state = Atomic<UInt8>(Bias.free)

  @usableFromInline static var free: UInt8 { 0 }
  @usableFromInline static var held: UInt8 { 1 }
  static var revoked: UInt8 { 2 }
  @usableFromInline static var over: UInt8 { 3 }

  /// No bias, yet.
  @usableFromInline
  package init() {}

  /// Whether there may be one, and there is none.
  @inlinable
  var isFree: Bool { hasHeavyBarrier && state.load(ordering: .relaxed) == Self.free }

  // MARK: Called by the holder

  /// Makes the caller, who has entered the gate, the holder. It has to look whether something was left there before.
  @usableFromInline
  func begin() {
    idleHolder.store(currentThread, ordering: .releasing)
    state.store(Self.held, ordering: .releasing)
  }

  /// The holder, if it is not delivering; else 0. It is for the caller to compare with its own number.
  @inlinable
  @inline(__always)
  var currentIdleHolder: UInt { idleHolder.load(ordering: .relaxed) }

  /// Begins a delivery of the holder's.
  ///
  /// - Returns: whether nobody has revoked the bias. Who does so from now on finds the holder delivering.
  @inlinable
  @inline(__always)
  func beginDelivery() -> Bool {
    idleHolder.store(0, ordering: .relaxed)
    return isStillHeld
  }

  /// Ends a delivery of the holder's.
  ///
  /// - Returns: whether nobody has revoked the bias. Who does so from now on finds the holder waiting.
  @inlinable
  @inline(__always)
  func endDelivery(_ thread: UInt) -> Bool {
    idleHolder.store(thread, ordering: .releasing)
    return isStillHeld
  }

  @inlinable
  @inline(__always)
  var isStillHeld: Bool {
    lightBarrier()
    return state.load(ordering: .relaxed) == Self.held
  }

  /// Ends the bias.
  ///
  /// - Returns: whether the caller is the gate's deliverer, and has to leave it.
  @usableFromInline
  func end() -> Bool {
    idleHolder.store(0, ordering: .relaxed)
    return move(from: Self.held, to: Self.free) || move(from: Self.revoked, to: Self.over)
  }

  // MARK: Called by who has left something at the gate

  /// Ends the bias, of whichever thread.
  ///
  /// - Returns: whether the caller is the gate's deliverer from now on, and has to drain it.
  func revoke() -> Bool {
    guard state.load(ordering: .relaxed) == Self.held, move(from: Self.held, to: Self.revoked) else { return false }
    if idleHolder.load(ordering: .relaxed) != currentThread { heavyBarrier() }
    guard idleHolder.load(ordering: .acquiring) != 0 else { return false }
    return move(from: Self.revoked, to: Self.over)
  }

  private func move(from old: UInt8, to new: UInt8) -> Bool {
    state.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
  }
}
