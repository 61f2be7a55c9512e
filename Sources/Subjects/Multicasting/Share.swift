public import StreamCore

/// The events after which a shared stream starts its source again for the next subscriber.
public struct ShareResets: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: UInt8

  /// The members whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The source has completed.
  public static let completion = ShareResets(rawValue: 1)

  /// The source has failed.
  public static let failure = ShareResets(rawValue: 2)

  /// The last subscriber was disposed or received the end, and the grace period has passed without a new one.
  public static let noSubscribers = ShareResets(rawValue: 4)
}

extension StreamProtocol {
  /// Shares one run of this stream among all concurrent subscribers.
  ///
  ///     source            1--2--3--…
  ///     share, first      1--2--3-!
  ///     share, second         ^-3--!   the source is torn down here; the next subscriber starts it again
  ///
  /// The first subscriber is attached, and then the source is subscribed to, so it misses no value. A later subscriber
  /// receives the last `replay` values and all later ones. `resets` lists the events after which the next subscriber
  /// starts a new run. Until then, a subscriber that comes after the end of the source receives the last values and the
  /// end. By default a failure resets, so that a retry subscribes to the source again, and so does the loss of the last
  /// subscriber. `Docs/Reference/Policies.md` has a table of the outcomes.
  ///
  /// Keeps `replay` values. Delivers where the source delivers, and stored values on the subscriber's thread.
  ///
  /// - Precondition: `replay` is not negative.
  public func share(
    replay count: Int = 0, resettingOn resets: ShareResets = [.failure, .noSubscribers]
  ) -> Signal<Value, Failure> {
    shared(ShareRules(count: count, resets: resets, schedule: nil))
  }

  /// Shares one run of this stream, and keeps it alive for a period without subscribers.
  ///
  /// It is ``share(replay:resettingOn:)`` with a grace period: the source is torn down only when `period` has passed
  /// without a new subscriber, by the scheduler's clock. A run that has completed is kept for that time too. The period
  /// has an effect only if `resets` contains ``ShareResets/noSubscribers``.
  ///
  /// - Precondition: `replay` is not negative, and `period` is greater than zero.
  public func share(
    replay count: Int = 0, resettingOn resets: ShareResets = [.failure, .noSubscribers],
    keepAlive period: Duration, on scheduler: any Scheduler = .queue()
  ) -> Signal<Value, Failure> {
    if period <= .zero { fatalError("`share(keepAlive:)` needs a period greater than zero, got \(period).") }
    return shared(ShareRules(count: count, resets: resets) { scheduler.schedule(after: period, $0) })
  }

  private func shared(_ rules: ShareRules) -> Signal<Value, Failure> {
    if rules.count < 0 { fatalError("`share(replay:)` needs a count of 0 or more, got \(rules.count).") }
    let source = signal
    let sharing = Sharing<Value, Failure>(rules)
    return Signal(attaching: { sharing.attach($0, $1, source) })
  }
}

/// The arguments of `share`.
private struct ShareRules: Sendable {
  let count: Int
  let resets: ShareResets

  /// Schedules an action after the grace period, if there is one.
  let schedule: (@Sendable (@escaping @Sendable () -> Void) -> Disposable)?
}

/// The state of one shared stream: its current run, if there is one.
///
/// Subscribers and the running source retain this object, so it does not retain the source. Otherwise a source that
/// retains its observers, as a subject does, would be part of a cycle.
private final class Sharing<Value: Sendable, Failure: Error>: Sendable {
  /// One subscription to the source, and the stream of the subject that multicasts it.
  ///
  /// The source's sink retains the subject; the run does not. Otherwise a released source would leave a cycle, because
  /// the subject's observers retain the run.
  final class SharedRun: Sendable {
    let signal: Signal<Value, Failure>
    let subscription = Subscription()

    /// The timer of the grace period, while there is no subscriber.
    ///
    /// Guarded by: the lock of `current`.
    nonisolated(unsafe) var timer: Disposable?

    /// The number of subscribers.
    ///
    /// Guarded by: the lock of `current`.
    nonisolated(unsafe) var subscribers = 1

    /// The number of times that a subscriber came or left. A timer of an earlier round is out of date.
    ///
    /// Guarded by: the lock of `current`.
    nonisolated(unsafe) var round: UInt = 0

    init(_ signal: Signal<Value, Failure>) { self.signal = signal }
  }

  private let rules: ShareRules

  /// The run that new subscribers join.
  private let current = Lock<SharedRun?>(nil)

  init(_ rules: ShareRules) { self.rules = rules }

  func attach(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription, _ source: Signal<Value, Failure>
  ) {
    let (run, subject, timer) = current.withLock {
      current -> (SharedRun, ReplaySubject<Value, Failure>?, Disposable?) in
      if let run = current {
        run.subscribers += 1
        run.round &+= 1
        return (run, nil, run.timer.take())
      }
      let subject = ReplaySubject<Value, Failure>(count: rules.count)
      let run = SharedRun(subject.signal)
      current = run
      return (run, subject, nil)
    }
    timer?.dispose()
    // Added first, so it is disposed last, when the subscriber has left the subject.
    subscription.add { self.leave(run) }
    run.signal.attach(sink, to: subscription)
    if let subject { start(source, run, subject) }
  }

  private func start(_ source: Signal<Value, Failure>, _ run: SharedRun, _ subject: ReplaySubject<Value, Failure>) {
    guard run.subscription.isActive else { return }
    subject.hub.setFeed(run.subscription)
    source.attach(
      Sink(
        next: { if run.subscription.isActive { subject.send($0) } },
        end: { completion in
          guard run.subscription.isActive else { return }
          self.forget(run, endedWith: completion)
          subject.send(Event(completion))
          run.subscription.dispose()
        }),
      to: run.subscription)
  }

  /// Forgets the run before its end is delivered, if `resets` contains the cause.
  ///
  /// So an observer that subscribes again when it receives the end gets a new run. Without a grace period the end also
  /// counts as the loss of the last subscriber.
  private func forget(_ run: SharedRun, endedWith completion: Completion<Failure>) {
    let cause: ShareResets = if case .completed = completion { .completion } else { .failure }
    let causes = rules.schedule == nil ? [cause, .noSubscribers] : cause
    if !rules.resets.isDisjoint(with: causes) { _ = forget(run, at: nil) }
  }

  /// Subtracts a subscriber. After the last one has left, disposes the run now or after the grace period.
  private func leave(_ run: SharedRun) {
    let (round, isForgotten) = current.withLock { current -> (UInt?, Bool) in
      run.subscribers -= 1
      run.round &+= 1
      return (run.subscribers == 0 ? run.round : nil, current !== run)
    }
    guard let round else { return }
    // The source has ended, and its sink is about to dispose the run. It is disposed here, so that the teardown of this
    // subscriber's own resources comes last.
    if isForgotten { return run.subscription.dispose() }
    guard rules.resets.contains(.noSubscribers) else { return }
    // Weak, because a pending timer must not retain the owner of its scheduler. Once this object is released, no
    // subscriber can join the run.
    let expire: @Sendable () -> Void = { [weak self] in
      if self?.forget(run, at: round) ?? true { run.subscription.dispose() }
    }
    if let schedule = rules.schedule { setTimer(schedule(expire), of: run, round) } else { expire() }
  }

  /// Stores the timer, or disposes it if a subscriber has come or left since it was set.
  private func setTimer(_ timer: Disposable, of run: SharedRun, _ round: UInt) {
    let isLate = current.withLock { _ in
      guard run.round == round else { return true }
      run.timer = timer
      return false
    }
    if isLate { timer.dispose() }
  }

  /// Forgets a run, so that the next subscriber starts another; returns `false` if nothing was forgotten.
  ///
  /// With a round, forgets it only if no subscriber has come or left since.
  private func forget(_ run: SharedRun, at round: UInt?) -> Bool {
    current.withLock { current in
      guard current === run, round == nil || round == run.round else { return false }
      current = nil
      return true
    }
  }
}
