/// Asks an operator, a stream, or a scheduler everything that the contract promises.
///
/// One line for each operator:
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
/// Each question is a function of its own, and a breach is reported as a failure of the test with the number that the
/// rule has in `Docs/Contract.md`. The input sends 1, 2, 3 and so on, from a source made by hand that also misbehaves;
/// operators of several streams get it several times (`input.merge(input)`). The closure is called for every question,
/// and has to make a new chain each time. A stack that overflows cannot be reported: it ends the process.
public enum Battery {
  /// What is different about an operator, where it does not treat its input one value after another until the end.
  public struct Trait: Sendable {
    enum Kind: Sendable {
      case finishesEarly, emitsNothing, keepsRunning, handlesFailure, changesFailure, shares, outlivesSubscribers
      case isImmediate
      case time(TestScheduler)
    }

    let kind: Kind

    /// It may end before its source does, as `take` does: a failure of the source may come too late.
    public static let finishesEarly = Trait(kind: .finishesEarly)

    /// It sends no values. Without this it must send one at least when its source sends four and completes, since most
    /// questions ask nothing of an operator that has nothing to do; with it, none.
    public static let emitsNothing = Trait(kind: .emitsNothing)

    /// It goes on when its source completes, as `repeat` does.
    public static let keepsRunning = Trait(kind: .keepsRunning)

    /// A failure of its source is not its own, as with `catch` and `retry`.
    public static let handlesFailure = Trait(kind: .handlesFailure)

    /// It fails when its source does, but with something else, as `mapFailure` does.
    public static let changesFailure = Trait(kind: .changesFailure)

    /// Its subscribers share one run of the source: two subscriptions need not see the same.
    public static let shares = Trait(kind: .shares)

    /// Its run of the source goes on when its subscribers have left: that they dispose stops nothing and tears nothing
    /// down.
    public static let outlivesSubscribers = Trait(kind: .outlivesSubscribers)

    /// A scheduler that runs actions before `schedule` returns, as the immediate one does: nothing can be taken back,
    /// and nothing repeats.
    public static let isImmediate = Trait(kind: .isImmediate)

    /// It needs time to pass: the battery moves it, far, after each event of the source.
    public static func usesTime(_ scheduler: TestScheduler) -> Trait { Trait(kind: .time(scheduler)) }
  }

  /// Checks an operator whose input can fail.
  public static func check<Output: StreamProtocol>(
    _ name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    operator make: @escaping (Signal<Int, TestFailure>) -> Output
  ) {
    let subject = OperatorCase(Traits(traits), failure: TestFailure("battery"), LockProbe(), { $0 }, make)
    tell(name, subject.breaches(), CallSite(fileID, filePath, line, column))
  }

  /// Checks an operator whose input cannot fail.
  public static func check<Output: StreamProtocol>(
    _ name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    operator make: @escaping (Signal<Int, Never>) -> Output
  ) {
    let subject = OperatorCase(Traits(traits), failure: nil, LockProbe(), { $0 }, make)
    tell(name, subject.breaches(), CallSite(fileID, filePath, line, column))
  }

  /// Checks an operator with values and failures that look whether a lock is held when they are compared, hashed or
  /// released.
  ///
  /// For operators that keep values. Otherwise as with numbers; what looks are the numbers' stand-ins, and the input's
  /// failure.
  public static func check<Output: StreamProtocol>(
    _ name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    operator make: @escaping (Signal<Probed, Probed>) -> Output
  ) {
    let locks = LockProbe()
    let subject = OperatorCase(
      Traits(traits), failure: locks.value(0), locks, { locks.value($0) }, make)
    tell(name, subject.breaches(), CallSite(fileID, filePath, line, column))
  }

  /// Checks a stream that has no input. The closure makes it anew for every question; of an endless one the first
  /// values are looked at.
  public static func check<Stream: StreamProtocol>(
    stream name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping () -> Stream
  ) {
    let subject = StreamCase(Traits(traits), make)
    tell(name, subject.breaches(), CallSite(fileID, filePath, line, column))
  }

  /// Checks a scheduler: order, one action at a time with four threads scheduling, disposal, delays by its own clock,
  /// repeating, recursion and memory.
  ///
  /// The closure makes it anew for every question. It is asked from a thread that is none of its own; where time is
  /// real, that thread waits for a few milliseconds.
  public static func check<S: Scheduler>(
    scheduler name: String, _ traits: Trait...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ make: @escaping () -> S
  ) {
    let subject = SchedulerCase(Traits(traits), make)
    tell(name, subject.breaches(), CallSite(fileID, filePath, line, column))
  }

  private static func tell(_ name: String, _ breaches: [Breach], _ site: CallSite) {
    for breach in breaches { report("\(name) breaks \(breach.rule.rawValue): \(breach.what)", at: site) }
  }
}

/// The rules that the battery knows, with their numbers in the contract.
enum Rule: String, CaseIterable {
  /// Not in the contract: an operator that does nothing keeps it all.
  case premise = "the premise (it has something to do)"
  case grammar = "rule 1 (grammar)"
  case ends = "rule 1 (the end passes on)"
  case serial = "rule 2 (serial)"
  case reentrancy = "rule 3 (re-entrancy)"
  case callOuts = "rule 4 (no call-outs under a lock)"
  case independence = "rule 5 (each subscription is a run of its own)"
  case disposal = "rule 6 (disposal)"
  case earlyStop = "rule 6 (a synchronous source stops)"
  case lateEvents = "rule 6 (late events are dropped)"
  case teardown = "rule 7 (teardown)"
  case stack = "rule 8 (stack)"
  case memory = "rule 9 (memory)"
  case time = "rule 11 (time)"
}

/// One promise not kept.
struct Breach {
  let rule: Rule
  let what: String

  init(_ rule: Rule, _ what: String) {
    self.rule = rule
    self.what = what
  }
}

/// The traits of one case, by name.
struct Traits {
  private(set) var finishesEarly = false
  private(set) var emitsNothing = false
  private(set) var keepsRunning = false
  private(set) var handlesFailure = false
  private(set) var changesFailure = false
  private(set) var shares = false
  private(set) var outlivesSubscribers = false
  private(set) var isImmediate = false
  private(set) var time: TestScheduler?

  /// More than there is stack for: 512 KiB are 52 bytes for each of 10,000 rounds, and a value on its way through an
  /// operator takes several frames. The suites that are about stack run a million.
  static let rounds = 10_000

  init(_ traits: [Battery.Trait]) {
    for trait in traits {
      switch trait.kind {
      case .finishesEarly: finishesEarly = true
      case .emitsNothing: emitsNothing = true
      case .keepsRunning: keepsRunning = true
      case .handlesFailure: handlesFailure = true
      case .changesFailure: changesFailure = true
      case .shares: shares = true
      case .outlivesSubscribers: outlivesSubscribers = true
      case .isImmediate: isImmediate = true
      case .time(let scheduler): time = scheduler
      }
    }
  }

  /// Lets pass whatever time an operator may be waiting for.
  func settle() { time?.advance(by: TestScheduler.tick * 1_000) }
}
