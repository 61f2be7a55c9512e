import StreamPrimitives

/// Runs actions on an actor, one after another in the order in which they were scheduled.
///
/// An action scheduled from code that runs on the actor already runs inline when nothing is waiting; otherwise it hops,
/// and what is scheduled before the hop is over goes with it. After 256 actions, or a few milliseconds of what others
/// have scheduled, the next hop goes on.
public final class ActorScheduler: Scheduler, ActorGated {
  @usableFromInline package let actor: any Actor
  @usableFromInline package let gate = Gate<@Sendable () -> Void>()

  /// The clock that stands still while the system sleeps.
  public var clock: SuspendingClock { SuspendingClock() }

  /// A scheduler on an actor.
  public init(_ actor: any Actor) { self.actor = actor }

  /// Runs the action on the actor.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let handle = Subscription()
    let item = { @Sendable in handle.run(action) }
    // From nobody, if it is the actor's own: an action that schedules the next is no reason for the actor to do nothing
    // else.
    if !gate.post(item, from: isRunning(on: actor) ? 0 : currentThread) { deliver(item) }
    return Disposable(handle)
  }

  @usableFromInline
  package func handle(_ action: @Sendable () -> Void) { action() }

  /// Runs the action on the actor, after the delay.
  @discardableResult
  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    schedule(after: delay, tolerance: tolerance, by: clock, action)
  }

  /// Runs the action on the actor, after a delay by any clock; measured from now, however long the task that waits
  /// takes to begin.
  func schedule<Time: Clock>(
    after delay: Duration, tolerance: Duration, by clock: Time, _ action: @escaping @Sendable () -> Void
  ) -> Disposable where Time.Duration == Duration {
    let handle = Subscription()
    let deadline = clock.now.advanced(by: delay.asWait)
    let task = spawn { [self] in
      guard (try? await clock.sleep(until: deadline, tolerance: tolerance.asWait)) != nil else { return }
      _ = schedule { handle.run(action) }
    }
    handle.add { task.cancel() }
    return Disposable(handle)
  }
}
