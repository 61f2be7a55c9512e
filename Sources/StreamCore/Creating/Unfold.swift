extension Signal {
  /// The values that a closure makes from a state, until it returns `nil`.
  ///
  ///     unfold(1) { … }   (124|)   the state is sent and doubled, up to 4
  ///
  /// ```swift
  /// Signal<Int, Never>.unfold(1) { n in
  ///   defer { n *= 2 }
  ///   return n <= 4 ? n : nil
  /// }
  /// ```
  ///
  /// Each subscriber starts with the initial state. The values are sent at the subscription, on the subscriber's
  /// thread; disposing the subscription stops at the next value. Completes when the closure returns `nil`, and fails
  /// with the error that it throws. Keeps the state. The pulled form is ``LazyStream/unfold(_:_:)``.
  @inlinable
  public static func unfold<State: Sendable>(
    _ initial: State, _ next: @escaping @Sendable (_ state: inout State) throws(Failure) -> Value?
  ) -> Signal {
    Signal(attaching: { sink, subscription in
      var state = initial
      do throws(Failure) {
        while subscription.isActive {
          let value = try next(&state)
          guard subscription.isActive else { return }
          guard let value else { return sink.end(.completed) }
          sink.next(value)
        }
      } catch {
        if subscription.isActive { sink.end(.failed(error)) }
      }
    })
  }
}
