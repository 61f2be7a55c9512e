// Names of ReactiveSwift, and earlier names, for which the compiler suggests the names of today.

public import Properties

extension Command {
  /// ReactiveSwift's name of ``execute(_:)``.
  @available(*, unavailable, renamed: "execute(_:)")
  public func apply(_ input: Input) -> Execution<Value, Failure> { fatalError() }
}

/// The earlier type of a command's `executing` and `enabled`.
@available(*, unavailable, renamed: "Property")
public typealias CurrentValue<Value: Sendable> = Property<Value>
