// The names that users of Combine, RxSwift, ReactiveSwift and AsyncAlgorithms type, so that the compiler answers with
// the name that is right here.

extension Command {
  /// ReactiveSwift's name of ``execute(_:)``.
  @available(*, unavailable, renamed: "execute(_:)")
  public func apply(_ input: Input) -> Execution<Value, Failure> { fatalError() }
}
