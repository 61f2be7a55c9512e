// The forms for streams that cannot fail stand on their own: a property that throws an error of a type which is `Never`
// where it is used crashes the compiler (6.3), and so nobody has to write `try` either.

extension StreamProtocol {
  /// The first value, waited for; `nil` from a stream that completes without one.
  ///
  /// ```swift
  /// let page = try await pages.first
  /// ```
  ///
  /// The stream is subscribed to on the caller, and disposed as soon as the value has come. In a task that is cancelled
  /// the answer is `nil`.
  public nonisolated(nonsending) var first: Value? {
    get async throws(Failure) { try await signal.awaitFirst().get() }
  }

  /// The last value, waited for until the stream has completed; `nil` from a stream that completes without one.
  ///
  /// Keeps one value. In a task that is cancelled the answer is `nil`: what was the last so far is not the last.
  public nonisolated(nonsending) var last: Value? {
    get async throws(Failure) { try await signal.awaitLast().get() }
  }

  /// All values, waited for until the stream has completed.
  ///
  /// Keeps every value, without a bound. In a task that is cancelled the answer is empty: a part is not the whole.
  public nonisolated(nonsending) var collect: [Value] {
    get async throws(Failure) { try await signal.awaitAll().get() }
  }

  /// The only value, waited for until the stream has completed.
  ///
  /// ```swift
  /// let receipt = try await model.subscribe.execute(email).single
  /// ```
  ///
  /// Throws when there is none, at the second, when the stream fails, and when the task is cancelled before the end;
  /// the error says which.
  public nonisolated(nonsending) var single: Value {
    get async throws(SingleFailure<Failure>) { try await result.get() }
  }

  /// The only value or why there is none, waited for: what ``single`` returns and throws.
  public nonisolated(nonsending) var result: Result<Value, SingleFailure<Failure>> {
    get async { await signal.awaitSingle() }
  }
}

extension StreamProtocol where Failure == Never {
  /// The first value, waited for; `nil` from a stream that completes without one, and in a task that is cancelled.
  public nonisolated(nonsending) var first: Value? {
    get async { await signal.awaitFirst().get() }
  }

  /// The last value, waited for until the stream has completed; `nil` from a stream that completes without one, and in
  /// a task that is cancelled.
  public nonisolated(nonsending) var last: Value? {
    get async { await signal.awaitLast().get() }
  }

  /// All values, waited for until the stream has completed; none in a task that is cancelled.
  public nonisolated(nonsending) var collect: [Value] {
    get async { await signal.awaitAll().get() }
  }
}

extension Signal {
  fileprivate nonisolated(nonsending) func awaitFirst() async -> Result<Value?, Failure> {
    var values = apply(UpTo<Value>(1)).values(buffering: .oldest(1)).makeAsyncIterator()
    do throws(Failure) {
      return .success(try await values.next())
    } catch {
      return .failure(error)
    }
  }

  fileprivate nonisolated(nonsending) func awaitLast() async -> Result<Value?, Failure> {
    var values = values(buffering: .newest(1)).makeAsyncIterator()
    do throws(Failure) {
      var last: Value?
      while let value = try await values.next() { last = value }
      return .success(values.isCancelled ? nil : last)
    } catch {
      return .failure(error)
    }
  }

  fileprivate nonisolated(nonsending) func awaitAll() async -> Result<[Value], Failure> {
    var values = self.values.makeAsyncIterator()
    do throws(Failure) {
      var all: [Value] = []
      while let value = try await values.next() { all.append(value) }
      return .success(values.isCancelled ? [] : all)
    } catch {
      return .failure(error)
    }
  }

  fileprivate nonisolated(nonsending) func awaitSingle() async -> Result<Value, SingleFailure<Failure>> {
    var values = apply(UpTo<Value>(2)).values(buffering: .oldest(2)).makeAsyncIterator()
    do throws(Failure) {
      let value = try await values.next()
      let other = value == nil ? nil : try await values.next()
      if values.isCancelled { return .failure(.cancelled) }
      guard let value else { return .failure(.none) }
      return other == nil ? .success(value) : .failure(.several)
    } catch {
      return .failure(.source(error))
    }
  }
}

extension Values.Iterator {
  /// Whether it was cancelled before it was told of the end.
  fileprivate var isCancelled: Bool { consumer.buffer.isClosed }
}

/// So many values and no more, so that also a stream which sends all it has at once stops.
private struct UpTo<Value: Sendable>: Operator {
  var left: Int

  init(_ count: Int) { left = count }

  mutating func step(_ input: Value) -> Step<Value> {
    left -= 1
    return left == 0 ? .emitAndFinish(input) : .emit(input)
  }
}
