public import StreamCore

extension StreamProtocol {
  /// Runs the stream once, now, and replays all of its values and its end to every subscriber.
  ///
  ///     source     1--2--|
  ///     late           ^(12)|
  ///
  /// It runs without subscribers, too. Disposing the result stops it. Keeps every value for as long as the result is
  /// kept. Delivers where the source delivers, and stored values on the subscriber's thread.
  public func replay() -> MulticastConnection<Value, Failure> { connected(ReplaySubject.unbounded()) }

  /// Runs the stream once, now. Every subscriber receives the last value, all later ones, and the end.
  ///
  ///     source       1--2--3--|
  ///     late              ^2--3--|
  ///
  /// It runs without subscribers, too. Disposing the result stops it. Keeps one value. Delivers where the source
  /// delivers, and the stored value on the subscriber's thread.
  public func replayLast() -> MulticastConnection<Value, Failure> { connected(ReplaySubject(count: 1)) }

  /// Runs the stream once, for the first subscriber, and replays all of its values and its end to every subscriber.
  ///
  /// It continues without subscribers. Disposing the result stops it. Keeps every value for as long as the result is
  /// kept. Delivers where the source delivers, and stored values on the subscriber's thread.
  public func replayLazily() -> MulticastConnection<Value, Failure> {
    MulticastConnection(signal, ReplaySubject.unbounded(), isLazy: true)
  }

  private func connected(_ subject: ReplaySubject<Value, Failure>) -> MulticastConnection<Value, Failure> {
    let connection = multicast(subject)
    connection.connect()
    return connection
  }
}
