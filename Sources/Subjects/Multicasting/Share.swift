public import StreamCore

/// What makes a shared stream forget its run, so that the next subscriber starts the source anew.
public struct ShareResets: OptionSet, Sendable {
  /// A bit for each member.
  public let rawValue: UInt8

  /// The members whose bits are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The source has completed.
  public static let completion = ShareResets(rawValue: 1)

  /// The source has failed.
  public static let failure = ShareResets(rawValue: 2)

  /// The last subscriber has gone, by its own will or with the end of the source, and none has come within the grace
  /// period.
  public static let noSubscribers = ShareResets(rawValue: 4)
}

extension StreamProtocol {
  /// One run of this stream for all who are subscribed at a time.
  ///
  ///     source            1--2--3--…
  ///     share, first      1--2--3-!
  ///     share, second         ^-3--!   the source is torn down here; who subscribes next starts it again
  ///
  /// The first subscriber starts the source, after it was attached itself, so it misses nothing. A later one gets the
  /// last `replay` values and what follows. `resets` says when the run is forgotten; while it is remembered, a
  /// subscriber that comes after the end of the source gets the last values and that end. By default a failure is
  /// forgotten, so that a retry tries the source again, and so is a run whose subscribers have all gone.
  /// `Docs/Sharing.md` has the table of outcomes.
  ///
  /// Keeps `replay` values. Delivers where the source delivers, and stored values on the subscriber's thread.
  ///
  /// - Precondition: `replay` is not negative.
  public func share(
    replay count: Int = 0, resettingOn resets: ShareResets = [.failure, .noSubscribers]
  ) -> Signal<Value, Failure> {
    shared(ShareRules(count: count, resets: resets, schedule: nil))
  }

  /// One run of this stream for all who are subscribed at a time, which outlives the last of them for a while.
  ///
  /// As ``share(replay:resettingOn:)``, with a grace period: a run without subscribers is forgotten, and its source
  /// torn down, only when `period` has passed without a new one, by the scheduler's clock. A run that has completed is
  /// kept for that time too. `resets` must name ``ShareResets/noSubscribers`` for the period to mean anything.
  ///
  /// - Precondition: `replay` is not negative, and `period` is greater than zero.
  public func share(
    replay count: Int = 0, resettingOn resets: ShareResets = [.failure, .noSubscribers],
    keepAlive period: Duration, on scheduler: any Scheduler = .queue()
  ) -> Signal<Value, Failure> {
    precondition(period > .zero, "A shared run cannot be kept alive for \(period).")
    return shared(ShareRules(count: count, resets: resets) { scheduler.schedule(after: period, $0) })
  }

  private func shared(_ rules: ShareRules) -> Signal<Value, Failure> {
    precondition(rules.count >= 0, "A shared stream cannot replay \(rules.count) values.")
    let source = signal
    let sharing = Sharing<Value, Failure>(rules)
    return Signal(attaching: { sharing.attach($0, $1, source) })
  }
}

/// What a caller of `share` has asked for.
private struct ShareRules: Sendable {
  let count: Int
  let resets: ShareResets

  /// Calls when the grace period has passed, if there is one.
  let schedule: (@Sendable (@escaping @Sendable () -> Void) -> Disposable)?
}

/// The run that there is, and who takes part in it. Subscribers and the source hold this, so it does not hold the
/// source, which may well hold what sends to it.
private final class Sharing<Value: Sendable, Failure: Error>: Sendable {
  /// One subscription to the source. It does not hold the subject, which is the source's to keep: observers hold the
  /// run, and when the source is gone nobody else would ever let go of either.
  final class Run: Sendable {
    let signal: Signal<Value, Failure>
    let subscription = Subscription()

    /// Guard, for this and the next two: the lock of `current`.
    nonisolated(unsafe) var timer: Disposable?
    nonisolated(unsafe) var subscribers = 1

    /// Counts the times that subscribers came or went, so that a timer knows whether it still matters.
    nonisolated(unsafe) var round: UInt = 0

    init(_ signal: Signal<Value, Failure>) { self.signal = signal }
  }

  private let rules: ShareRules

  /// The run that new subscribers join.
  private let current = Lock<Run?>(nil)

  init(_ rules: ShareRules) { self.rules = rules }

  func attach(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription, _ source: Signal<Value, Failure>
  ) {
    let (run, subject, timer) = current.withLock { current -> (Run, ReplaySubject<Value, Failure>?, Disposable?) in
      if let run = current {
        run.subscribers += 1
        run.round &+= 1
        return (run, nil, run.timer.take())
      }
      let subject = ReplaySubject<Value, Failure>(count: rules.count)
      let run = Run(subject.signal)
      current = run
      return (run, subject, nil)
    }
    timer?.dispose()
    // Added first, so it comes last: the subscriber has left the subject by then.
    subscription.add { self.leave(run) }
    run.signal.attach(sink, to: subscription)
    if let subject { start(source, run, subject) }
  }

  private func start(_ source: Signal<Value, Failure>, _ run: Run, _ subject: ReplaySubject<Value, Failure>) {
    guard run.subscription.isActive else { return }
    subject.follow(run.subscription)
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

  /// The run is forgotten before its end is told: an observer that subscribes again when it hears of it gets a new one.
  private func forget(_ run: Run, endedWith completion: Completion<Failure>) {
    let cause: ShareResets = if case .completed = completion { .completion } else { .failure }
    let causes = rules.schedule == nil ? [cause, .noSubscribers] : cause
    if !rules.resets.isDisjoint(with: causes) { _ = forget(run, at: nil) }
  }

  private func leave(_ run: Run) {
    let (round, isForgotten) = current.withLock { current -> (UInt?, Bool) in
      run.subscribers -= 1
      run.round &+= 1
      return (run.subscribers == 0 ? run.round : nil, current !== run)
    }
    guard let round else { return }
    // Its source has ended. It would be torn down a moment later, but then this subscriber's own clean-up would not
    // come last.
    if isForgotten { return run.subscription.dispose() }
    guard rules.resets.contains(.noSubscribers) else { return }
    // A timer that waits must not hold what holds its scheduler. When this object is gone nobody can join the run any
    // more.
    let expire: @Sendable () -> Void = { [weak self] in
      if self?.forget(run, at: round) ?? true { run.subscription.dispose() }
    }
    if let schedule = rules.schedule { keep(schedule(expire), of: run, round) } else { expire() }
  }

  /// Somebody may have come, and gone, since the timer was set: then it is not the one that matters.
  private func keep(_ timer: Disposable, of run: Run, _ round: UInt) {
    let isLate = current.withLock { _ in
      guard run.round == round else { return true }
      run.timer = timer
      return false
    }
    if isLate { timer.dispose() }
  }

  /// Forgets a run; that of a round only if nobody has come since.
  private func forget(_ run: Run, at round: UInt?) -> Bool {
    current.withLock { current in
      guard current === run, round == nil || round == run.round else { return false }
      current = nil
      return true
    }
  }
}
