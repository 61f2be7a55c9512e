import CStreamPrimitives
import Dispatch
import StreamPrimitives

/// Whether the caller is running on an actor.
///
/// Inside tasks, the runtime's own answer is right. A block on the main queue is on the main actor too, without a task.
/// The main *thread* proves nothing, because the main actor may run on another thread on Linux. On systems whose
/// runtime has no answer, a custom actor is known only to code that the library runs on it, in ``CurrentActor``.
@usableFromInline
package func isRunning(on actor: any Actor) -> Bool {
  if actor === MainActor.shared, isOnMainQueue { return true }
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), CurrentActor.runtimeCanBeAsked {
    let (identity, implementation) = unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    return rill_is_current_executor(identity, implementation)
  }
  return CurrentActor.is(actor)
}

/// The actor on which the library runs code, recorded for each thread.
///
/// On Apple's systems before version 26, the runtime cannot answer whether the caller is on a custom actor. There,
/// ``hop(to:_:)`` records its actor on the thread while its action runs, so ``isRunning(on:)`` is `true` inside it.
/// Code that runs on the actor without the library (the actor's own methods) gets `false`, and hops once.
package enum CurrentActor {
  private static let recorded = ThreadLocal()

  /// Records the actor on this thread while `body` runs. The caller is running on that actor. For `nil` it only calls
  /// `body`.
  package static func with<Result, Failure: Error>(
    _ actor: (any Actor)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let actor else { return try body() }
    let outer = recorded.pointer
    recorded.pointer = Unmanaged.passUnretained(actor as AnyObject).toOpaque()
    defer { recorded.pointer = outer }
    return try body()
  }

  /// Whether this actor is the one that is recorded on this thread.
  static func `is`(_ actor: any Actor) -> Bool {
    recorded.pointer == Unmanaged.passUnretained(actor as AnyObject).toOpaque()
  }

  // MARK: For tests

  @TaskLocal private static var isOldSystem = false

  /// Whether a test has ever simulated an old system. Otherwise the task-local value is not read, which saves time.
  private static let isSimulated = Atomic(false)

  fileprivate static var runtimeCanBeAsked: Bool { !isSimulated.load(ordering: .relaxed) || !isOldSystem }

  /// Runs a test as on a system where the runtime cannot be asked for the current actor.
  ///
  /// It holds for the task and for the tasks that it starts, hops included. Threads and dispatch queues are not
  /// affected.
  package static func simulatingOldSystem<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    isSimulated.store(true, ordering: .relaxed)
    return try await $isOldSystem.withValue(true, operation: body)
  }
}

private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the caller is running on the main queue.
package var isOnMainQueue: Bool {
  DispatchQueue.getSpecific(key: mainQueueKey) ?? false
}
