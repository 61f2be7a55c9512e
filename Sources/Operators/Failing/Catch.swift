public import StreamCore

extension StreamProtocol {
  /// Continues with another stream after a failure; that stream cannot fail, so neither can the result.
  ///
  ///     source                1-2-#
  ///     catch { _ in (33|) }  1-2-(33|)
  ///
  /// The closure receives the failure, after the source was torn down. Completes with the source or with its
  /// replacement. The stream may be its own replacement: the stack does not grow. Keeps nothing. Delivers where the
  /// current stream delivers.
  public func `catch`(
    _ replacement: @escaping @Sendable (Failure) -> Signal<Value, Never>
  ) -> Signal<Value, Never> { catching(replacement) }

  /// Continues with another stream after a failure; the result has the failure type of that stream.
  ///
  ///     source             1-2-#
  ///     catch { _ in 3-# } 1-2-3-#
  ///
  /// All else is as in ``catch(_:)-(_)``.
  public func `catch`<NewFailure: Error>(
    _ replacement: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>
  ) -> Signal<Value, NewFailure> { catching(replacement) }

  /// ``catch(_:)-(_)`` with replacements of any stream type: a subject, a property, a custom type.
  @_disfavoredOverload
  public func `catch`<NewFailure: Error, Replacement: StreamProtocol<Value, NewFailure>>(
    _ replacement: @escaping @Sendable (Failure) -> Replacement
  ) -> Signal<Value, NewFailure> { catching { replacement($0).signal } }

  /// Continues with a given stream after a failure; the result has the failure type of that stream.
  ///
  ///     source           1-2-#
  ///     other            3-4|
  ///     catch(to: other) 1-2-3-4|
  ///
  /// The other stream is subscribed to when the failure arrives, after this one was torn down. All else is as in
  /// ``catch(_:)-(_)``.
  public func `catch`<NewFailure: Error>(
    to replacement: any StreamProtocol<Value, NewFailure>
  ) -> Signal<Value, NewFailure> {
    let replacement = replacement.signal
    return catching { _ in replacement }
  }

  func catching<NewFailure: Error>(
    _ replacement: @escaping @Sendable (Failure) -> Signal<Value, NewFailure>, named name: StaticString = #function
  ) -> Signal<Value, NewFailure> {
    signal.followed(
      { sink in
        (
          next: sink.next,
          decide: { completion in
            switch completion {
            case .completed: .end(.completed)
            case .failed(let failure): .attach(replacement(failure))
            }
          }
        )
      }, named: name)
  }
}
