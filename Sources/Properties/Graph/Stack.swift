import StreamPrimitives

/// The stack of a thread, and a larger one for a deep recursion.
///
/// If a closure reads a property that has never been computed, the engine computes it inside the read. For a long chain
/// of such closures this is a deep recursion, once. Afterwards the inputs are known, and the walk does not recurse.
enum Stack {
  /// The last part of this thread's stack.
  static func reserve() -> Range<UInt> {
    let stack = stackOfThisThread()
    return stack.lowerBound..<stack.lowerBound + min((stack.upperBound - stack.lowerBound) / 4, 256 * 1024)
  }

  /// Whether the caller's frame is in the last part. The address sanitizer keeps variables outside of the stack; then
  /// the answer is no.
  @inline(never)
  static func isNearlyUsedUp(_ reserve: Range<UInt>) -> Bool {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { reserve.contains(UInt(bitPattern: $0)) }
  }

  /// Runs `body` on a thread with a large stack, as if on this one, which waits for it.
  ///
  /// Closures of this thread's actor may run there, since no other code can run on the actor meanwhile.
  static func runElsewhere(_ thread: GraphThread, _ body: () -> Void) {
    let actor = thread.actor
    defer { thread.actor = actor }
    if actor == nil, isRunning(on: MainActor.shared) { thread.actor = MainActor.shared }
    withoutActuallyEscaping(body) { body in
      SystemThread(stack: 64 << 20) {
        let reserve = thread.stackReserve
        GraphThread.adopt(.passUnretained(thread))
        thread.stackReserve = Self.reserve()
        body()
        thread.stackReserve = reserve
        GraphThread.adopt(nil)
      }.join()
    }
  }
}
