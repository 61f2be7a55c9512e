import StreamCore
import StreamPrimitives

/// The stack of a thread, and a larger one for a deep recursion.
///
/// If a closure reads a property that has never been computed, the engine computes it inside the read. For a long chain
/// of such closures this is a deep recursion, once. Afterwards the inputs are known, and the walk does not recurse.
extension GraphThread {
  /// The last part of the running thread's stack.
  static func reserveOfStack() -> Range<UInt> {
    let stack = stackOfThisThread()
    return stack.lowerBound..<stack.lowerBound + min((stack.upperBound - stack.lowerBound) / 4, 256 * 1024)
  }

  /// Whether the caller's frame is in the last part. The address sanitizer keeps variables outside of the stack; then
  /// the answer is no.
  @inline(never)
  func isStackNearlyUsedUp() -> Bool {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { stackReserve.contains(UInt(bitPattern: $0)) }
  }

  /// Brings a node up to date on a thread with a large stack, for which this thread waits.
  ///
  /// Closures of this thread's actor may run there, since no other code can run on the actor meanwhile. The lock is
  /// held on entry and on return.
  func pullOnLargerStack(_ node: NodeRef) {
    node.pointee.references += 1
    register()
    unlock()
    let (outerActor, outerReserve) = (actor, stackReserve)
    if actor == nil, StreamCore.isRunning(on: MainActor.shared) { actor = MainActor.shared }
    SystemThread(stack: 64 << 20) {
      Self.adopt(.passUnretained(self))
      self.stackReserve = Self.reserveOfStack()
      self.lock(node)
      self.continueEvaluation()
      self.pull(node)
      self.unlock()
      Self.adopt(nil)
    }.join()
    (actor, stackReserve) = (outerActor, outerReserve)
    lock(node)
    continueEvaluation()
    release(node)
  }
}
