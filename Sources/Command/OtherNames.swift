// The names that users of ReactiveSwift type, so that the compiler answers with the right name.

extension Command {
  /// ReactiveSwift's name of ``execute(_:)``.
  @available(*, unavailable, renamed: "execute(_:)")
  public func apply(_ input: Input) -> Execution<Value, Failure> { fatalError() }
}
