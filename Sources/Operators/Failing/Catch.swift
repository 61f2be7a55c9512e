public import StreamCore

extension StreamProtocol {
  /// Goes on with another stream where this one fails; that one cannot fail, so neither can the result.
  ///
  ///     source                1-2-#
  ///     catch { _ in (33|) }  1-2-(33|)
  ///
  /// The closure gets the failure and runs when it comes, after the source was torn down. Completes with the source or
  /// with its replacement, which may be the stream itself: the stack does not grow. Keeps nothing. Delivers where the
  /// stream whose turn it is delivers.
  public func `catch`(
    _ replacement: @escaping @Sendable (Failure) -> Signal<Value, Never>
  ) -> Signal<Value, Never> { catching(replacement) }

  /// Goes on with another stream where this one fails; the result fails as that one does.
  ///
  ///     source             1-2-#
  ///     catch { _ in 3-# } 1-2-3-#
  ///
  /// All else is as in ``catch(_:)-(_)``.
  public func `catch`<NewFailure: Error>(
    _ replacement: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> { catching(replacement) }

  /// ``catch(_:)-(_)`` with streams of any type: a subject, a property, a type of one's own.
  @_disfavoredOverload
  public func `catch`<NewFailure: Error, Replacement: StreamProtocol<Value, NewFailure>>(
    _ replacement: @escaping @Sendable (Failure) -> Replacement
  ) -> Signal<Value, NewFailure> { catching { replacement($0).signal } }

  /// Goes on with a given stream where this one fails; the result fails as that one does.
  ///
  ///     source           1-2-#
  ///     other            3-4|
  ///     catch(to: other) 1-2-3-4|
  ///
  /// The other is subscribed to when the failure comes, after this one was torn down. All else is as in
  /// ``catch(_:)-(_)``.
  public func `catch`<NewFailure: Error>(
    to replacement: any StreamProtocol<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    let replacement = replacement.signal
    return catching { _ in replacement }
  }

  func catching<NewFailure: Error>(
    _ replacement: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    signal.followed { sink in
      (
        next: sink.next,
        decide: { completion in
          switch completion {
          case .completed: .end(.completed)
          case .failed(let failure): .attach(replacement(failure))
          }
        }
      )
    }
  }
}
