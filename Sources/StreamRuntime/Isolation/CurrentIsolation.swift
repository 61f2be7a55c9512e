import CStreamPrimitives
import Dispatch
import StreamPrimitives

/// Whether the caller is running on an actor.
///
/// The runtime's own answer is right inside tasks. A block on the main queue is on the main actor too, without a task;
/// the main *thread* proves nothing, since the main actor may run elsewhere on Linux. Where the runtime cannot be
/// asked, a custom actor is known only to code that the library runs on it, in ``CurrentActor``.
@usableFromInline
package func isRunning(on actor: any Actor) -> Bool {
  if actor === MainActor.shared, isOnMainQueue { return true }
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *), CurrentActor.runtimeCanBeAsked {
    let (identity, implementation) = unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
    return rill_is_current_executor(identity, implementation)
  }
  return CurrentActor.is(actor)
}

/// The actor that the library runs code on, noted for each thread.
///
/// Apple's systems before version 26 cannot tell whether the caller is on a custom actor. There every hop carries the
/// answer: ``hop(to:_:)`` notes its actor on the thread while its action runs, so ``isRunning(on:)`` is `true` in
/// there. Code that reached the actor without the library (the actor's own methods) gets `false`, and hops once.
package enum CurrentActor {
  private static let noted = ThreadLocal()

  /// Notes the actor on this thread while `body` runs. The caller is running on that actor; without one, `body` just
  /// runs.
  package static func with<Result, Failure: Error>(
    _ actor: (any Actor)?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let actor else { return try body() }
    let outer = noted.pointer
    noted.pointer = Unmanaged.passUnretained(actor as AnyObject).toOpaque()
    defer { noted.pointer = outer }
    return try body()
  }

  /// Whether this is the actor that this thread has noted last.
  static func `is`(_ actor: any Actor) -> Bool {
    noted.pointer == Unmanaged.passUnretained(actor as AnyObject).toOpaque()
  }

  // MARK: For tests

  @TaskLocal private static var isOldSystem = false

  /// Whether a test has ever simulated an old system. Keeps the task-local value off the path of everything else.
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
