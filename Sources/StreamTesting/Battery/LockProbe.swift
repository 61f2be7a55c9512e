/// Checks that the library holds no lock while it runs a user's code, as contract 4 promises.
///
/// ```swift
/// let probe = LockProbe()
/// subject.subscribe { _ in probe.look("a handler") }
/// subject.send(probe.value(1))
/// #expect(probe.breaches == [])
/// ```
///
/// It checks at each call of `look`, and whenever a ``Probed`` value is compared, hashed, described or released. Only
/// debug builds of the library count locks: in release builds it finds nothing.
public final class LockProbe: Sendable {
  private struct State {
    var lookCount = 0
    var breaches: [String] = []
  }

  private let state = Lock(State())

  /// Creates a probe without results.
  public init() {}

  /// Checks for held locks now, in the named user code.
  public func look(_ code: String) {
    let count = heldLockCount
    state.withLock { state in
      state.lookCount += 1
      if count > 0 { state.breaches.append("\(code) ran with \(count) locks held") }
    }
  }

  /// The number of checks.
  public var lookCount: Int { state.withLock { $0.lookCount } }

  /// The code that ran while a lock was held.
  public var breaches: [String] { state.withLock { $0.breaches } }

  var distinctBreaches: [String] { Set(breaches).sorted().map { "\($0)." } }

  /// Returns a value that checks with this probe.
  public func value(_ number: Int) -> Probed { Probed(number, self) }
}

/// A number that checks for held locks whenever it is compared, hashed, described or released.
///
/// It serves as a value or a failure in tests of rule 4.
public struct Probed: Error, Hashable, Comparable, CustomStringConvertible {
  /// Shared by all copies of a value.
  private final class Body: Sendable {
    let probe: LockProbe
    init(_ probe: LockProbe) { self.probe = probe }
    deinit { probe.look("deinit") }
  }

  /// The number.
  public let number: Int
  private let body: Body

  init(_ number: Int, _ probe: LockProbe) {
    self.number = number
    body = Body(probe)
  }

  /// Whether the numbers are equal.
  public static func == (one: Probed, other: Probed) -> Bool {
    one.body.probe.look("==")
    return one.number == other.number
  }

  /// Whether one number is less than another.
  public static func < (one: Probed, other: Probed) -> Bool {
    one.body.probe.look("<")
    return one.number < other.number
  }

  /// Feeds the number to a hasher.
  public func hash(into hasher: inout Hasher) {
    body.probe.look("hash(into:)")
    hasher.combine(number)
  }

  /// The number.
  public var description: String {
    body.probe.look("description")
    return "\(number)"
  }
}
