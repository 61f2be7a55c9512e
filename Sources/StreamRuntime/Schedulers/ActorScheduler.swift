import StreamPrimitives

/// Runs actions on an actor, serially, in the order in which they were scheduled.
///
/// An action that the actor's own code schedules runs inline if no action is queued. Otherwise it hops, together with
/// the actions that are scheduled before the hop is over. After 256 queued actions, or a few milliseconds, another hop
/// continues.
public final class ActorScheduler: Scheduler {
  private let actor: any Actor
  private let mailbox: Mailbox<@Sendable () -> Void>

  /// The clock that stops while the system sleeps.
  public var clock: SuspendingClock { SuspendingClock() }

  /// A scheduler on an actor.
  public init(_ actor: any Actor) {
    self.actor = actor
    mailbox = Mailbox(actor) { action in action() }
  }

  /// Runs the action on the actor.
  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> Disposable {
    let handle = Subscription()
    // Actions that the actor's own code schedules are its own work: only their number ends a hop, not their time.
    mailbox.send({ handle.perform(action) }, from: isRunning(on: actor) ? 0 : currentThread)
    return Disposable(handle)
  }

  /// Runs the action on the actor, after the delay.
  @discardableResult
  public func schedule(
    after delay: Duration, tolerance: Duration, _ action: @escaping @Sendable () -> Void
  ) -> Disposable {
    schedule(after: delay, tolerance: tolerance, by: clock, action)
  }

  /// Runs the action on the actor after a delay by any clock, measured from this call.
  func schedule<Time: Clock>(
    after delay: Duration, tolerance: Duration, by clock: Time, _ action: @escaping @Sendable () -> Void
  ) -> Disposable where Time.Duration == Duration {
    let handle = Subscription()
    let deadline = clock.now.advanced(by: delay.asWait)
    let task = spawn { [self] in
      guard (try? await clock.sleep(until: deadline, tolerance: tolerance.asWait)) != nil else { return }
      _ = schedule { handle.perform(action) }
    }
    handle.add { task.cancel() }
    return Disposable(handle)
  }
}
