public import StreamCore

extension StreamProtocol {
  /// Replaces a failure by one value, the result of an asynchronous function.
  ///
  ///     source                  1-2-#
  ///     recover { 3 ticks; 3 }  1-2----(3|)
  ///
  /// The function runs in its own task, after the source was torn down, and receives the failure. The result fails with
  /// the error that it throws; if it cannot throw, the result cannot fail. Disposing cancels the task. Otherwise
  /// completes with the source. Keeps nothing. The value is delivered on the task. It is `catch` for asynchronous
  /// functions.
  public func recover<NewFailure: Error>(
    _ replacement: @escaping @Sendable (Failure) async throws(NewFailure) -> Value
  ) -> Signal<Value, NewFailure> {
    `catch` { failure in Signal { () async throws(NewFailure) in try await replacement(failure) } }
  }
}
