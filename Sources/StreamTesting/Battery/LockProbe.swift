/// Looks whether the library holds one of its locks while it runs code of a user, which contract 4 rules out.
///
/// ```swift
/// let probe = LockProbe()
/// subject.subscribe { _ in probe.look("a handler") }
/// subject.send(probe.value(1))
/// #expect(probe.breaches == [])
/// ```
///
/// It looks wherever it is told to, and wherever a ``Probed`` value is compared, hashed or released. Only debug builds
/// of the library count locks: in others it finds nothing.
public final class LockProbe: Sendable {
  private struct State {
    var lookCount = 0
    var breaches: [String] = []
  }

  private let state = Lock(State())

  /// A probe that has not looked yet.
  public init() {}

  /// Looks, in the code of a user that is named.
  public func look(_ code: String) {
    let count = heldLockCount
    state.withLock { state in
      state.lookCount += 1
      if count > 0 { state.breaches.append("\(code) ran with \(count) locks held") }
    }
  }

  /// How often it looked.
  public var lookCount: Int { state.withLock { $0.lookCount } }

  /// What ran while a lock was held.
  public var breaches: [String] { state.withLock { $0.breaches } }

  /// A value that makes this probe look.
  public func value(_ number: Int) -> Probed { Probed(number, self) }
}

/// A number that has a ``LockProbe`` look whenever it is compared, hashed or released: a value or a failure for tests
/// of rule 4.
public struct Probed: Error, Hashable, Comparable, CustomStringConvertible {
  /// What the copies of a value share.
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
  public var description: String { "\(number)" }
}
