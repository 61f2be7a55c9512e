public import StreamCore
public import StreamPrimitives

/// Passes the events of the stream that sends first, and disposes the other streams.
///
///     a             ---1--2--|
///     b             -5---6----7|
///     race(a, b)    -5---6----7|
///
/// Any event decides: a value, completion or failure. The streams are subscribed to in order; once one has sent, the
/// streams after it are not subscribed to. Completes and fails with the winner; an empty list completes immediately.
/// Keeps no values. Delivers where the winner delivers.
@inlinable
public func race<Value, Failure>(_ streams: any StreamProtocol<Value, Failure>...) -> Signal<Value, Failure> {
  race(streams.map { $0.signal })
}

/// Passes the events of the stream of a collection that sends first. See ``race(_:)-(StreamProtocol...)``.
@inlinable
public func race<Value, Failure>(
  _ streams: some Sequence<some StreamProtocol<Value, Failure>>
) -> Signal<Value, Failure> {
  let runners = streams.map { $0.signal }
  guard !runners.isEmpty else { return .empty }
  return Signal(attaching: { sink, subscription in
    let race = Race(runners.count)
    for runner in race.runners { subscription.add(runner) }
    for (number, runner) in runners.enumerated() {
      let upstream = race.runners[number]
      guard upstream.isActive else { continue }
      runner.attach(
        Sink(
          next: { value in if race.isWon(by: number) { sink.next(value) } },
          end: { completion in
            guard upstream.isActive, race.isWon(by: number) else { return }
            upstream.dispose()
            if subscription.isActive { sink.end(completion) }
          }),
        to: upstream)
    }
  })
}

/// The decision of one race.
///
/// It needs no gate: only the winner's events pass, and the events of one stream never overlap.
@usableFromInline
final class Race: Sendable {
  @usableFromInline let runners: [Subscription]

  /// The number of the stream that sent the first event, or -1.
  @usableFromInline let winner = Atomic(-1)

  @usableFromInline
  init(_ count: Int) { runners = (0..<count).map { _ in Subscription() } }

  @inlinable
  func isWon(by number: Int) -> Bool { winner.load(ordering: .relaxed) == number || decide(for: number) }

  @usableFromInline
  func decide(for number: Int) -> Bool {
    guard runners[number].isActive,
      winner.compareExchange(expected: -1, desired: number, ordering: .relaxed).exchanged
    else { return false }
    for (other, subscription) in runners.enumerated() where other != number { subscription.dispose() }
    // Tearing down the other streams runs users' code, which may have disposed the winner, too.
    return runners[number].isActive
  }
}
