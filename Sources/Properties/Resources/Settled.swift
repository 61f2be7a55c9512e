import StreamCore

extension Property {
  /// A property that is computed from two or more answers, and never mixes answers of different moments.
  ///
  /// ```swift
  /// let weather = Property(loading: city) { city in city.count }
  /// let length = Property(loading: city) { city in city.count }
  /// let both = Property(settled: weather, length) { "\($0), \($1)" }
  /// ```
  ///
  ///     weather   a---------pending----b-----------
  ///     length    1---------pending--------2-------
  ///     both      (a1)------pending(a1)----(b2)----
  ///
  /// While an answer is pending, it is pending, and its previous value is the last that was computed from settled
  /// answers. When all have settled, it has the new value, or the first of the failures. The last value is kept from
  /// the last time that the property was read or observed while all had settled.
  /// Otherwise it works as `Property(a, b) { … }`: it keeps the inputs alive, and delivers where one of them is set.
  /// To show each answer as soon as it is there, read the ``Loading`` values in a `Property { … }`.
  public init<A, B, each Other, Output, Failure>(
    settled first: some PropertyProtocol<Loading<A, Failure>>, _ second: some PropertyProtocol<Loading<B, Failure>>,
    _ others: repeat any PropertyProtocol<Loading<each Other, Failure>>,
    by transform: @escaping @Sendable (A, B, repeat each Other) -> Output,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Value == Loading<Output, Failure> {
    let held = Held<Output, Failure>()
    self.init(
      first, second, repeat (each others).property,
      by: { (first: Loading<A, Failure>, second: Loading<B, Failure>, others: repeat Loading<each Other, Failure>) in
        var settling = Settling<Failure>()
        settling.add(first)
        settling.add(second)
        repeat settling.add(each others)
        return held.state(settling) { transform(first.latest!, second.latest!, repeat (each others).latest!) }
      }, fileID: fileID, line: line, function: function)
  }

  /// A property that is computed from the answers of a collection, in its order, as a consistent snapshot. See
  /// ``init(settled:_:_:by:fileID:line:function:)``.
  public init<Parts: Collection, Part, Output, Failure>(
    settled parts: Parts, _ transform: @escaping @Sendable ([Part]) -> Output,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) where Parts.Element: PropertyProtocol<Loading<Part, Failure>>, Value == Loading<Output, Failure> {
    let held = Held<Output, Failure>()
    self.init(
      combining: parts,
      { states in
        var settling = Settling<Failure>()
        for state in states { settling.add(state) }
        return held.state(settling) { transform(states.map { $0.latest! }) }
      }, fileID: fileID, line: line, function: function)
  }
}

/// The reason why several answers cannot be shown together: one that is pending, or else the first failure.
private struct Settling<Failure: Error> {
  var isPending = false
  var failure: Failure?

  mutating func add<Value>(_ state: Loading<Value, Failure>) {
    isPending = isPending || state.isPending
    failure = failure ?? state.failure
  }
}

/// The last value that was computed from settled answers.
private final class Held<Output: Sendable, Failure: Error>: Sendable {
  private let last = Lock<Output?>(nil)

  func state(_ settling: Settling<Failure>, _ output: () -> Output) -> Loading<Output, Failure> {
    if settling.isPending { return .pending(previous: last.withLock { $0 }) }
    if let failure = settling.failure { return .failed(failure, previous: last.withLock { $0 }) }
    let output = output()
    // A batch may yet be rolled back.
    if !GraphThread.current._withUnsafeGuaranteedRef({ $0.isInBatch }) {
      var replaced: Output? = output
      last.withLock { swap(&$0, &replaced) }
      untracked { replaced = nil }
    }
    return .value(output)
  }
}
