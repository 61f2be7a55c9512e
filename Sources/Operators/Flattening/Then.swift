public import StreamCore

extension StreamProtocol {
  /// Waits for this stream to complete, drops its values, and continues with another.
  ///
  ///     source             1-2-3|
  ///     then { 7-8| }      -----7-8|
  ///
  /// `next` is called for each subscriber, when this stream has completed and was torn down. A failure of this stream
  /// passes, and `next` is not called. Completes and fails with the other stream, and delivers where that delivers.
  /// Keeps no values.
  public func then<Output: Sendable>(
    _ next: @escaping @Sendable () -> Signal<Output, Never>
  ) -> Signal<Output, Failure> {
    then { next().promoteFailure(to: Failure.self) }
  }

  /// Waits for this stream to complete, and continues with one of the same failure type.
  @_disfavoredOverload
  public func then<Output: Sendable>(
    _ next: @escaping @Sendable () -> Signal<Output, Failure>
  ) -> Signal<Output, Failure> {
    signal.followed { _ in
      (
        next: { _ in },
        decide: { completion in
          if case .completed = completion { .attach(next()) } else { .end(completion) }
        }
      )
    }
  }
}
