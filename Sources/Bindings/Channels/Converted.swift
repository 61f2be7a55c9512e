import StreamCore

extension BindingEnd {
  /// Returns this end with values of another type, where every value of one is a value of the other.
  ///
  /// ```swift
  /// slider.position <~> volume.converted(to: { Double($0) }, from: { Int($0) })
  /// ```
  ///
  /// A conversion keeps the origin of a change, so no change comes back to its origin, even if the conversion loses
  /// information. An end keeps the value to which it was set.
  public func converted<Other: Sendable>(
    to outside: @escaping @Sendable (Value) -> Other, from inside: @escaping @Sendable (Other) -> Value
  ) -> Terminal<Other> {
    converted({ outside($0) }, { inside($0) })
  }

  /// Returns this end with values of another type, not all of which are values of this one.
  ///
  /// ```swift
  /// let problem = MutableProperty<NotANumber?>(nil)
  /// field.text <~> channel(\.age, of: model).converted(
  ///   to: { String($0) },
  ///   from: { text throws(NotANumber) in try NotANumber.parse(text) },
  ///   failed: { problem.value = $0 })
  /// ```
  ///
  /// A value that cannot be converted is dropped: the other end keeps its value. `failed` receives the error, on the
  /// thread that made the change. With the next change that can be converted, it receives `nil`.
  public func converted<Other: Sendable, Failure: Error>(
    to outside: @escaping @Sendable (Value) -> Other,
    from inside: @escaping @Sendable (Other) throws(Failure) -> Value,
    failed: @escaping @Sendable (Failure?) -> Void
  ) -> Terminal<Other> {
    let outward: @Sendable (Value) -> Other? = {
      failed(nil)
      return outside($0)
    }
    return converted(outward, attempting(inside, failed))
  }

  /// Returns this end with values of another type, to which not all values of this end can be converted.
  ///
  /// `failed` is that of ``converted(to:from:failed:)-(_,(Other)throws(Failure)->Value,_)``.
  public func converted<Other: Sendable, Failure: Error>(
    to outside: @escaping @Sendable (Value) throws(Failure) -> Other,
    from inside: @escaping @Sendable (Other) -> Value,
    failed: @escaping @Sendable (Failure?) -> Void
  ) -> Terminal<Other> {
    let inward: @Sendable (Other) -> Value? = {
      failed(nil)
      return inside($0)
    }
    return converted(attempting(outside, failed), inward)
  }

  private func converted<Other: Sendable>(
    _ outward: @escaping @Sendable (Value) -> Other?, _ inward: @escaping @Sendable (Other) -> Value?
  ) -> Terminal<Other> {
    let end = terminal
    return Terminal<Other>(
      changes: end.changes.compactMap { change in outward(change.value).map { change.with($0) } },
      claim: { take in
        end.claim { change in if let value = outward(change.value) { take(change.with(value)) } }
      },
      accept: { change in
        if let value = inward(change.value) { end.accept(change.with(value)) }
      },
      set: { if let value = inward($0) { end.set(value) } },
      finish: end.finish,
      name: end.name)
  }
}

/// Returns a conversion that reports its error, or `nil`, instead of throwing.
private func attempting<Input: Sendable, Output: Sendable, Failure: Error>(
  _ convert: @escaping @Sendable (Input) throws(Failure) -> Output, _ report: @escaping @Sendable (Failure?) -> Void
) -> @Sendable (Input) -> Output? {
  { input in
    do throws(Failure) {
      let output = try convert(input)
      report(nil)
      return output
    } catch {
      report(error)
      return nil
    }
  }
}
