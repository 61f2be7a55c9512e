public import StreamCore

extension StreamProtocol {
  /// Sends, where this stream fails, the one value that an asynchronous function comes up with: `catch`, for functions.
  ///
  ///     source                  1-2-#
  ///     recover { 3 ticks; 3 }  1-2----(3|)
  ///
  /// The function runs in a task of its own, after the source was torn down, and gets the failure. The result fails
  /// with what it throws; where it cannot throw, the result cannot fail. Disposing cancels the task. Completes with the
  /// source otherwise. Keeps nothing. The value is delivered on the task.
  public func recover<NewFailure: Error>(
    _ replacement: @escaping @Sendable (Failure) async throws(NewFailure) -> Value
  ) -> Signal<Value, NewFailure> {
    `catch` { failure in Signal { () async throws(NewFailure) in try await replacement(failure) } }
  }
}
