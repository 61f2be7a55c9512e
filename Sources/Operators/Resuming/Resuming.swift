public import StreamCore

/// A stream of positioned events that outlives its connections: what there is first, then every change, in order, once.
///
/// ```swift
/// let policy = RetryPolicy<Disconnection<RequestError>>.exponential(from: .milliseconds(100)).capped(at: .seconds(5))
/// let news = resuming(retrying: policy, on: .main) { position in server.news(after: position) }
/// ```
///
///     connect(nil)                  s-12-#               s: a snapshot at 0; 1, 2, 3: changes; the connection is lost
///     connect(2)                    --3-|                2 ticks later: the one after position 2, and closed
///     retrying: .constant(2 ticks)  (csl)-12-w-c-(3l)-x  c: connecting, l: live, w, x: waiting
///
/// `connect` is asked for a connection, and told the last position that was heard: with `nil`, for a snapshot and what
/// follows; with a position, for what follows that, or, where the source does not know it any more, for a snapshot. A
/// connection begins with a snapshot, with the change after that position, or with ``FeedMessage/current(at:)``. What
/// was heard already is dropped. Where something is missing the connection is given up and the next one asked for what
/// follows the last that was heard, so that there is no gap; a snapshot that had to take the place of changes is a
/// ``FeedEvent/reset(_:at:)``, never silence.
///
/// A connection that fails, closes, says nothing for longer than `silence` or leaves something out is followed by
/// another, when and as often as the policy says. That counts the connections in a row on which nothing was heard.
/// ``ConnectionState/connecting``, `live`, `waiting` and `failed` are sent as they come: `live` after what was heard
/// first. Never completes; fails with the reason after which the policy gives up.
///
/// All but the first `connecting` is delivered on the scheduler, without `on:` on a queue of its own, and connections
/// but the first begin there. Keeps a position, a counter, a timer, and up to `limit` messages that wait for their turn
/// on the scheduler: at one more the connection is given up, and resumed when those have been delivered, so that what a
/// slow listener has not heard waits in the source. A limit below 1 and a negative silence trap, and so does a silence
/// on the immediate scheduler.
///
/// - Parameters:
///   - start: What is known already: the position to begin after. The first snapshot is a reset then.
///   - silence: How long a connection may say nothing before it is taken for dead, the time it takes to make it
///     included. A source whose changes are rarer says `current` meanwhile.
public func resuming<
  State, Change, Position, Source: StreamProtocol<FeedMessage<State, Change, Position>, Failure>, Failure, S: Scheduler
>(
  after start: Position? = nil, retrying policy: RetryPolicy<Disconnection<Failure>>, silence: Duration? = nil,
  limit: Int = 1_024, on scheduler: S = QueueScheduler(name: "rill.resuming"),
  connect: @escaping @Sendable (Position?) -> Source
) -> Signal<FeedEvent<State, Change, Position, Failure, S.Time.Instant>, Disconnection<Failure>> {
  typealias Sent = FeedEvent<State, Change, Position, Failure, S.Time.Instant>
  precondition(limit >= 1, "At least one message has to be able to wait, and not \(limit).")
  silence?.requirePositiveOrZero()
  return Signal(attaching: { sink, subscription in
    let resumption = Box(Resumption<State, Change, Position, Failure>(after: start, policy))
    let run = Signal<Sent, Disconnection<Failure>>.deferred {
      resumption.value.connect()
      let messages = connect(resumption.value.position).mapFailure(Disconnection.failed)
      let audible = silence.map { messages.timeout(after: $0, on: scheduler, failure: .silence) } ?? messages.signal
      return hearing(audible.deliver(on: scheduler, limit: limit, failure: .overflow), resumption)
        .startWith(.connection(.connecting))
    }
    Relay.run(sink, subscription) { lastEnd in
      guard let lastEnd else { return .attach(run) }
      let reason = if case .failed(let reason) = lastEnd { reason } else { Disconnection<Failure>.closed }
      guard let wait = resumption.value.wait(after: reason) else {
        sink.next(.connection(.failed(reason)))
        return .end(.failed(reason))
      }
      sink.next(.connection(.waiting(until: scheduler.now.advanced(by: wait))))
      return .attach(run.subscribe(after: wait, on: scheduler))
    }
  })
}

/// The events that a connection's messages make; it fails where there is a gap.
private func hearing<State, Change, Position, Failure, Instant>(
  _ messages: Signal<FeedMessage<State, Change, Position>, Disconnection<Failure>>,
  _ resumption: Box<Resumption<State, Change, Position, Failure>>
) -> Signal<FeedEvent<State, Change, Position, Failure, Instant>, Disconnection<Failure>> {
  Signal(attaching: { sink, subscription in
    let upstream = Subscription()
    subscription.add(upstream)
    messages.attach(
      Sink(
        next: { message in
          let wasLive = resumption.value.isLive
          switch resumption.value.hear(message) {
          case .first(let state, let position): sink.next(.snapshot(state, at: position))
          case .startsOver(let state, let position): sink.next(.reset(state, at: position))
          case .next(let change, let position): sink.next(.change(change, at: position))
          case .current: break
          case .known: return
          case .gap:
            upstream.dispose()
            return sink.end(.failed(.gap))
          }
          if !wasLive, upstream.isActive { sink.next(.connection(.live)) }
        },
        end: { completion in
          guard upstream.isActive else { return }
          upstream.dispose()
          sink.end(completion)
        }),
      to: upstream)
  })
}
