public import StreamCore

extension StreamProtocol {
  /// Completes where the source fails.
  ///
  ///     source           1-2-#
  ///     ignoreFailure()  1-2-|
  ///
  /// The failure is lost. Keeps nothing. Delivers where the source delivers.
  public func ignoreFailure() -> Signal<Value, Never> { catching { _ in .empty } }
}
