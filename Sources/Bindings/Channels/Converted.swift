import StreamCore

extension Terminal {
  /// The same end with values of another type, where every value of one is a value of the other.
  ///
  /// ```swift
  /// slider.position <~> volume.terminal.converted(to: { Double($0) }, from: { Int($0) })
  /// ```
  ///
  /// A conversion does not change who made a change, so nothing is echoed, also where it loses something: what an end
  /// was set to stays there as it was set.
  @inlinable
  public func converted<Other: Sendable>(
    to outside: @escaping @Sendable (Value) -> Other, from inside: @escaping @Sendable (Other) -> Value
  ) -> Terminal<Other> {
    Terminal<Other>(
      changes: changes.map { $0.with(outside($0.value)) },
      claim: { [claim] take in claim { take($0.with(outside($0.value))) } },
      accept: { [accept] in accept($0.with(inside($0.value))) },
      set: { [set] in set(inside($0)) },
      finish: finish)
  }

  /// The same end with values of another type, not all of which are values of this one.
  ///
  /// ```swift
  /// let problem = MutableProperty<NotANumber?>(nil)
  /// field.text <~> channel(\.age, of: model).converted(
  ///   to: { String($0) },
  ///   from: { text throws(NotANumber) in try NotANumber.parse(text) },
  ///   failed: { problem.value = $0 })
  /// ```
  ///
  /// What cannot be converted is not passed on: the other end keeps what it has. `failed` is told of it, on the thread
  /// that made the change, so where it goes is the caller's choice; with the next change that can be converted it gets
  /// `nil`.
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

  /// The same end with values of another type, which not all values of this one are. `failed` is that of
  /// ``converted(to:from:failed:)-(_,(Other)throws(Failure)->Value,_)``.
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
    Terminal<Other>(
      changes: changes.compactMap { change in outward(change.value).map { change.with($0) } },
      claim: { [claim] take in
        claim { change in if let value = outward(change.value) { take(change.with(value)) } }
      },
      accept: { [accept] change in
        if let value = inward(change.value) { accept(change.with(value)) }
      },
      set: { [set] in if let value = inward($0) { set(value) } },
      finish: finish)
  }
}

/// A conversion that reports instead of throwing.
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
