public import StreamCore
public import Subjects

extension StreamProtocol {
  /// Shares one run of the source among the streams that a function derives from it.
  ///
  ///     source                                                  1--2--3--|
  ///     publish { merge($0.filter(isEven), $0.filter(isOdd)) }  1--2--3--|   one run of the source
  ///
  /// For each subscriber, `derive` is called once and its result is subscribed to; then the source runs once. A stream
  /// that is subscribed to later, as by `concat`, misses earlier values. Completes and fails with the result, which
  /// disposes the source. Keeps no values, and no run outlives its subscriber. Delivers where the result delivers. To
  /// share a run among several subscribers use ``share(replay:resettingOn:)``.
  @inlinable
  public func publish<Output: Sendable, NewFailure: Error>(
    _ derive: @escaping @Sendable (_ shared: Signal<Value, Failure>) -> Signal<Output, NewFailure>
  ) -> Signal<Output, NewFailure> {
    stage { source, sink, subscription in
      let shared = Subject<Value, Failure>()
      let upstream = Subscription()
      shared.hub.setFeed(upstream)
      subscription.add(upstream)
      let result = derive(shared.signal)
      guard subscription.isActive else { return }
      // Not to the subscription itself: see ``Succession``.
      let downstream = Subscription()
      subscription.add(downstream)
      result.attach(sink, to: downstream)
      guard upstream.isActive else { return }
      source.attach(to: upstream) {
        if upstream.isActive { shared.send($0) }
      } end: {
        shared.send(Event($0))
      }
    }
  }

  /// Splits the stream in one run, and joins streams derived from the two parts.
  ///
  ///     source                  1-2-3-4-|
  ///     matching                --2---4-|   isEven
  ///     rest                    1---3---|
  ///     partition(by: isEven) { merge($0, $1) }  1-2-3-4-|
  ///
  /// `join` receives the stream of the matching values and that of the rest. The test is called once for each value.
  /// All else is as in ``publish(_:)``. ``partition(by:)`` returns two independent streams.
  @inlinable
  public func partition<Output: Sendable, NewFailure: Error>(
    by belongs: @escaping @Sendable (Value) -> Bool,
    _ join: @escaping @Sendable (Signal<Value, Failure>, Signal<Value, Failure>) -> Signal<Output, NewFailure>
  ) -> Signal<Output, NewFailure> {
    map { (value: $0, belongs: belongs($0)) }.publish { shared in
      join(
        shared.compactMap { $0.belongs ? $0.value : nil }, shared.compactMap { $0.belongs ? nil : $0.value })
    }
  }

  /// Splits a stream of pairs in one run, and joins streams derived from the first and the second parts.
  ///
  ///     pairs                       a--b--|   a = (1, 5)  b = (2, 6)
  ///     firsts                      1--2--|
  ///     seconds                     5--6--|
  ///     unzip { zip($0, $1, +) }    6--8--|
  ///
  /// `join` receives the stream of the first parts and that of the second parts. All else is as in ``publish(_:)``.
  @inlinable
  public func unzip<First: Sendable, Second: Sendable, Output: Sendable, NewFailure: Error>(
    _ join: @escaping @Sendable (Signal<First, Failure>, Signal<Second, Failure>) -> Signal<Output, NewFailure>
  ) -> Signal<Output, NewFailure> where Value == (First, Second) {
    publish { shared in join(shared.map(\.0), shared.map(\.1)) }
  }
}
