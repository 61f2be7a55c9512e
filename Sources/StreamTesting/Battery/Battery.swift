/// Checks an operator, a stream or a scheduler against all rules of the contract.
///
/// Each takes one line:
///
/// ```swift
/// @Test func map() {
///   Battery.check("map") { (input: Signal<Int, TestFailure>) in input.map { $0 + 1 } }
/// }
/// @Test func debounce() {
///   let time = TestScheduler()
///   Battery.check("debounce", .usesTime(time)) { (input: Signal<Int, TestFailure>) in
///     input.debounce(for: time.ticks(2), on: time)
///   }
/// }
/// @Test func just() {
///   Battery.check(stream: "just") { Signal<Int, Never>.just(1) }
/// }
/// @Test func queue() {
///   Battery.check(scheduler: "queue") { QueueScheduler() }
/// }
/// ```
///
/// Each rule has its own checks. A breach is reported as a failure of the test, with the rule's number in
/// `Docs/Reference/Contract.md`. The input sends 1, 2, 3 and so on, from a handwritten source that also misbehaves.
/// Operators over several streams may use it several times (`input.merge(input)`). The closure is called for every
/// check, and must make a new chain each time. A stack overflow cannot be reported: it ends the process.
public enum Battery {
  /// A difference between an operator and the plain case, which processes each value until the end.
  public struct Trait: Sendable {
    let set: @Sendable (inout Traits) -> Void

    /// It may complete before its source does, as `take` does, and so may miss a failure of the source.
    public static let finishesEarly = Trait { $0.finishesEarly = true }

    /// It sends no values. Without this trait the operator must send at least one value when its source sends four and
    /// completes, since most checks need values to be meaningful. An operator with this trait must send none.
    public static let emitsNothing = Trait { $0.emitsNothing = true }

    /// It continues when its source completes, as `repeat` does.
    public static let keepsRunning = Trait { $0.keepsRunning = true }

    /// It handles a failure of its source, as `catch` and `retry` do.
    public static let handlesFailure = Trait { $0.handlesFailure = true }

    /// It fails when its source does, with another failure, as `mapFailure` does.
    public static let changesFailure = Trait { $0.changesFailure = true }

    /// Its subscribers share one run of the source: two subscriptions may receive different events.
    public static let shares = Trait { $0.shares = true }

    /// Its run of the source outlives its subscribers: their disposal stops nothing and tears nothing down.
    public static let outlivesSubscribers = Trait { $0.outlivesSubscribers = true }

    /// The scheduler runs actions before `schedule` returns, as the immediate one does: actions cannot be disposed and
    /// do not repeat.
    public static let isImmediate = Trait { $0.isImmediate = true }

    /// It needs time to pass: after each event of the source the battery advances this scheduler by a long time.
    public static func usesTime(_ scheduler: TestScheduler) -> Trait { Trait { $0.time = scheduler } }

    /// Its values come from outside of the program and arrive on other threads, as those of `posixSignals` do. After
    /// each subscription the battery calls a closure. The closure causes values for the running subscriptions, and
    /// returns when they have been delivered.
    public static func stimulated(by stimulus: @escaping @Sendable () -> Void) -> Trait {
      Trait { $0.stimulus = stimulus }
    }
  }

  /// Checks an operator whose input can fail.
  public static func check<Output: StreamProtocol>(
    _ name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    operator make: @escaping (Signal<Int, TestFailure>) -> Output
  ) {
    OperatorCase(
      traits: Traits(traits), failure: TestFailure("battery"), locks: LockProbe(), value: { $0 }, make: make,
      breach: breach(of: name, CallSite(fileID, filePath, line, column))
    ).check()
  }

  /// Checks an operator whose input cannot fail.
  public static func check<Output: StreamProtocol>(
    _ name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    operator make: @escaping (Signal<Int, Never>) -> Output
  ) {
    OperatorCase(
      traits: Traits(traits), failure: nil, locks: LockProbe(), value: { $0 }, make: make,
      breach: breach(of: name, CallSite(fileID, filePath, line, column))
    ).check()
  }

  /// Checks an operator with values and failures that check for held locks.
  ///
  /// For operators that keep values. A ``Probed`` value checks for locks when it is compared, hashed or released. All
  /// else is as with numbers.
  public static func check<Output: StreamProtocol>(
    _ name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    operator make: @escaping (Signal<Probed, Probed>) -> Output
  ) {
    let locks = LockProbe()
    OperatorCase(
      traits: Traits(traits), failure: locks.value(0), locks: locks, value: { locks.value($0) }, make: make,
      breach: breach(of: name, CallSite(fileID, filePath, line, column))
    ).check()
  }

  /// Checks a stream that has no input.
  ///
  /// The closure makes a new stream for every check. Of an endless stream only the first values are checked.
  public static func check<Stream: StreamProtocol>(
    stream name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping () -> Stream
  ) {
    StreamCase(
      traits: Traits(traits), make: make,
      breach: breach(of: name, CallSite(fileID, filePath, line, column))
    ).check()
  }

  /// Checks a scheduler.
  ///
  /// The checks cover order, mutual exclusion with four scheduling threads, disposal, delays by its own clock,
  /// repeating, recursion and memory.
  ///
  /// The closure makes a new scheduler for every check. The calling thread must not belong to the scheduler; with real
  /// time it blocks for a few milliseconds.
  public static func check<S: Scheduler>(
    scheduler name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping () -> S
  ) {
    SchedulerCase(
      traits: Traits(traits), make: make,
      breach: breach(of: name, CallSite(fileID, filePath, line, column))
    ).check()
  }

  /// Returns a closure that reports a breach as a failure of the test.
  private static func breach(of name: String, _ site: CallSite) -> (Rule, String) -> Void {
    { rule, what in report("\(name) breaks \(rule.rawValue): \(what)", at: site) }
  }
}

/// The rules that the battery checks, with their numbers in the contract.
enum Rule: String, CaseIterable {
  /// Not in the contract: an operator without output breaks no rule.
  case premise = "the premise (it sends values)"
  case grammar = "rule 1 (grammar)"
  case ends = "rule 1 (the end passes)"
  case serial = "rule 2 (serial)"
  case reentrancy = "rule 3 (re-entrancy)"
  case callOuts = "rule 4 (no call-outs under a lock)"
  case independence = "rule 5 (each subscription runs the source)"
  case following = "rule 5 (behind another stream)"
  case disposal = "rule 6 (disposal)"
  case earlyStop = "rule 6 (a synchronous source stops)"
  case lateEvents = "rule 6 (late events are dropped)"
  case teardown = "rule 7 (teardown)"
  case stack = "rule 8 (stack)"
  case memory = "rule 9 (memory)"
  case time = "rule 11 (time)"
}

/// The traits of one check, by name.
struct Traits {
  var finishesEarly = false
  var emitsNothing = false
  var keepsRunning = false
  var handlesFailure = false
  var changesFailure = false
  var shares = false
  var outlivesSubscribers = false
  var isImmediate = false
  var time: TestScheduler?
  var stimulus: (@Sendable () -> Void)?

  /// More rounds than the stack could hold.
  ///
  /// 512 KiB are 52 bytes for each of 10,000 rounds, and a value takes several frames in an operator. The stack test
  /// suites run a million.
  static let rounds = 10_000

  init(_ traits: [Battery.Trait]) {
    for trait in traits { trait.set(&self) }
  }

  /// Advances the time far enough for any pending timer of an operator, and has values sent from outside.
  func runPending() {
    time?.advance(by: TestScheduler.tick * 1_000)
    stimulus?()
  }
}
