public import StreamCore

extension StreamProtocol {
  /// Runs the stream now, once, and gives every subscriber all of its values and its end.
  ///
  ///     source     1--2--|
  ///     late           ^(12)|
  ///
  /// It goes on without subscribers; disposing the result stops it. Keeps every value for as long as the result is
  /// kept. Delivers where the source delivers, and stored values on the subscriber's thread.
  public func replay() -> MulticastConnection<Value, Failure> { connected(ReplaySubject.unbounded()) }

  /// Runs the stream now, once, and gives every subscriber its last value, what follows, and its end.
  ///
  ///     source       1--2--3--|
  ///     late              ^2--3--|
  ///
  /// It goes on without subscribers; disposing the result stops it. Keeps one value. Delivers where the source
  /// delivers, and the stored value on the subscriber's thread.
  public func replayLast() -> MulticastConnection<Value, Failure> { connected(ReplaySubject(count: 1)) }

  /// Runs the stream once, when the first subscriber comes, and gives every subscriber all of its values and its end.
  ///
  /// The run goes on when its subscribers have left; disposing the result stops it. Keeps every value for as long as
  /// the result is kept. Delivers where the source delivers, and stored values on the subscriber's thread.
  public func replayLazily() -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, ReplaySubject.unbounded(), isLazy: true)
  }

  private func connected(_ subject: ReplaySubject<Value, Failure>) -> MulticastConnection<Value, Failure> {
    let connection = multicast(subject)
    connection.connect()
    return connection
  }
}
