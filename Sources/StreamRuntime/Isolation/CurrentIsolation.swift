import Builtin
import Dispatch

/// Whether the caller is running on an actor.
///
/// The runtime's own answer is right inside tasks. A block on the main queue is on the main actor too, without a task;
/// the main *thread* says nothing, since the main actor may run elsewhere on Linux.
@usableFromInline
package func isRunning(on actor: any Actor) -> Bool {
  if actor === MainActor.shared, isOnMainQueue { return true }
  guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return false }
  return isCurrentExecutor(actor.unownedExecutor._executor, flags: 0)
}

/// The runtime's question behind `assumeIsolated`, in the form that answers instead of trapping (flags 0). The standard
/// library inlines calls of it into its clients, which makes it part of the stable interface. Declared with an
/// `UnownedSerialExecutor`, the same two words, it stops the compiler (6.3), which knows it by its type.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@_silgen_name("swift_task_isCurrentExecutorWithFlags")
private func isCurrentExecutor(_ executor: Builtin.Executor, flags: UInt64) -> Bool

private let mainQueueKey: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the caller is running on the main queue.
package var isOnMainQueue: Bool {
  DispatchQueue.getSpecific(key: mainQueueKey) ?? false
}
