// Streams that cannot fail have separate forms, so a caller need not write `try`. Besides, a property whose error type
// becomes `Never` where it is used crashes the compiler (6.3).

extension StreamProtocol {
  /// Awaits the first value of a stream that can fail; `nil` if it completes without one.
  ///
  /// ```swift
  /// let page = try await pages.first
  /// ```
  ///
  /// Subscribes to the stream on the caller, and disposes the subscription when the value has arrived. In a cancelled
  /// task the result is `nil`.
  public nonisolated(nonsending) var first: Value? {
    get async throws(Failure) { try await signal.awaitFirst().get() }
  }

  /// Awaits the last value of a stream that can fail; `nil` if it completes without one.
  ///
  /// Keeps one value. In a cancelled task the result is `nil`, because the stream has not ended.
  public nonisolated(nonsending) var last: Value? {
    get async throws(Failure) { try await signal.awaitLast().get() }
  }

  /// Awaits all values of a stream that can fail.
  ///
  /// Keeps every value, without a bound. In a cancelled task the result is empty, because the stream has not ended.
  public nonisolated(nonsending) var collect: [Value] {
    get async throws(Failure) { try await signal.awaitAll().get() }
  }

  /// Awaits the completion and returns the only value.
  ///
  /// ```swift
  /// let receipt = try await model.subscribe.execute(email).single
  /// ```
  ///
  /// Throws a ``SingleFailure`` if there is no value, at a second value, if the stream fails, and if the task is
  /// cancelled before the end.
  public nonisolated(nonsending) var single: Value {
    get async throws(SingleFailure<Failure>) { try await result.get() }
  }

  /// The value or the error of ``single``.
  public nonisolated(nonsending) var result: Result<Value, SingleFailure<Failure>> {
    get async { await signal.awaitSingle() }
  }
}

extension StreamProtocol where Failure == Never {
  /// Awaits the first value of a stream that cannot fail; `nil` if it completes without one.
  ///
  /// In a cancelled task the result is `nil`.
  public nonisolated(nonsending) var first: Value? {
    get async { await signal.awaitFirst().get() }
  }

  /// Awaits the last value of a stream that cannot fail; `nil` if it completes without one.
  ///
  /// In a cancelled task the result is `nil`.
  public nonisolated(nonsending) var last: Value? {
    get async { await signal.awaitLast().get() }
  }

  /// Awaits all values of a stream that cannot fail; none in a cancelled task.
  public nonisolated(nonsending) var collect: [Value] {
    get async { await signal.awaitAll().get() }
  }
}

extension Signal {
  fileprivate nonisolated(nonsending) func awaitFirst() async -> Result<Value?, Failure> {
    var values = apply(taking(1)).values(buffering: .oldest(1)).makeAsyncIterator()
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
    var values = apply(taking(2)).values(buffering: .oldest(2)).makeAsyncIterator()
    do throws(Failure) {
      let value = try await values.next()
      let other = value == nil ? nil : try await values.next()
      if values.isCancelled { return .failure(.cancelled) }
      guard let value else { return .failure(.noValue) }
      return other == nil ? .success(value) : .failure(.severalValues)
    } catch {
      return .failure(.source(error))
    }
  }
}

extension Values.Iterator {
  /// Whether it was cancelled before it received the end.
  fileprivate var isCancelled: Bool { consumer.buffer.isClosed }
}
