import StreamRuntime

/// The code inside a closure: it returns its argument, and uses the object that calls it.
public struct Act: Sendable {
  public let run: @Sendable () -> Void

  public init(_ run: @escaping @Sendable () -> Void) { self.run = run }

  public func callAsFunction<Value>(_ value: Value) -> Value {
    run()
    return value
  }
}

/// An action that runs once each time it was armed, in the next call of a closure.
public final class ArmedAction: Sendable {
  private let state = Lock((isArmed: false, count: 0))

  public init() {}

  /// How often the action has run.
  public var count: Int { state.withLock { $0.count } }

  public func arm() { state.withLock { $0.isArmed = true } }
  public func disarm() { state.withLock { $0.isArmed = false } }

  /// Runs the action, which receives the new count, if it is armed.
  public func run(_ action: (_ count: Int) -> Void) {
    let count = state.withLock { state -> Int? in
      guard state.isArmed else { return nil }
      state = (false, state.count + 1)
      return state.count
    }
    if let count { action(count) }
  }
}
