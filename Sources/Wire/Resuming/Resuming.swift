public import StreamCore

/// Returns a stream of positioned events that survives lost connections: a snapshot, then each change once, in order.
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
/// `connect` makes a connection, and receives the last position. With `nil`, the connection sends a snapshot and the
/// changes after it. With a position, it sends the changes after it, or a snapshot if the source no longer has them. A
/// connection begins with a snapshot, with the change after that position, or with ``FeedMessage/current(at:)``.
///
/// Messages that were received before are dropped. If a message is missing, the connection is closed, and the next one
/// continues after the last position, so there is no gap. A snapshot that replaces missing changes is sent as a
/// ``FeedEvent/reset(_:at:)``.
///
/// A connection that fails, closes, sends no message for longer than `silence`, or leaves a gap is replaced as the
/// policy specifies. The policy counts consecutive connections without a usable message.
/// ``ConnectionState/connecting``, `live`, `waiting` and `failed` are sent as they occur. `live` follows the first
/// event of a connection. Never completes; fails with the first reason that the policy does not retry.
///
/// All events but the first `connecting` are delivered on the scheduler, by default its own queue. All connections but
/// the first begin there. Keeps a position, a counter, a timer, and up to `limit` queued messages. One more message
/// closes the connection, and the next one begins when the queued messages have been delivered: a slow observer leaves
/// its backlog in the source. A limit below 1 and a negative silence trap, and so does a silence on the immediate
/// scheduler.
///
/// - Parameters:
///   - start: The known position, after which to begin. The first snapshot is a reset then.
///   - silence: How long a connection may send no message, including the time to connect, before it counts as lost.
///     A source with rarer changes sends `current` in between.
public func resuming<
  State, Change, Position, Source: StreamProtocol<FeedMessage<State, Change, Position>, Failure>, Failure, S: Scheduler
>(
  after start: Position? = nil, retrying policy: RetryPolicy<Disconnection<Failure>>, silence: Duration? = nil,
  limit: Int = 1_024, on scheduler: S = QueueScheduler(name: "rill.resuming"),
  connect: @escaping @Sendable (Position?) -> Source
) -> Signal<FeedEvent<State, Change, Position, Failure, S.Time.Instant>, Disconnection<Failure>> {
  resume(after: start, policy, silence, limit, scheduler, { scheduler.now }, connect)
}

/// Returns a stream of positioned events that survives lost connections, on a scheduler whose type is not known.
///
/// See ``resuming(after:retrying:silence:limit:on:connect:)-(_,_,_,_,S,_)``.
@_disfavoredOverload
public func resuming<
  State, Change, Position, Source: StreamProtocol<FeedMessage<State, Change, Position>, Failure>, Failure
>(
  after start: Position? = nil, retrying policy: RetryPolicy<Disconnection<Failure>>, silence: Duration? = nil,
  limit: Int = 1_024, on scheduler: any Scheduler, connect: @escaping @Sendable (Position?) -> Source
) -> Signal<FeedEvent<State, Change, Position, Failure, AnyInstant>, Disconnection<Failure>> {
  resume(after: start, policy, silence, limit, scheduler, { AnyInstant(scheduler.now) }, connect)
}

private func resume<
  State, Change, Position, Source: StreamProtocol<FeedMessage<State, Change, Position>, Failure>, Failure,
  Instant: InstantProtocol<Duration>
>(
  after start: Position?, _ policy: RetryPolicy<Disconnection<Failure>>, _ silence: Duration?, _ limit: Int,
  _ scheduler: any Scheduler, _ now: @escaping @Sendable () -> Instant,
  _ connect: @escaping @Sendable (Position?) -> Source
) -> Signal<FeedEvent<State, Change, Position, Failure, Instant>, Disconnection<Failure>> {
  typealias Sent = FeedEvent<State, Change, Position, Failure, Instant>
  if limit < 1 { fatalError("`resuming` needs a limit of 1 or more, got \(limit).") }
  silence?.requirePositiveOrZero()
  return Signal(
    attaching: { sink, subscription in
      let resumption = Box(Resumption<State, Change, Position, Failure>(after: start, policy))
      let run = Signal<Sent, Disconnection<Failure>>.deferred {
        resumption.value.connect()
        let messages = connect(resumption.value.position).mapFailure(Disconnection.failed)
        let audible = silence.map { messages.timeout(after: $0, on: scheduler, failure: .silence) } ?? messages.signal
        return events(of: audible.deliver(on: scheduler, limit: limit, failure: .overflow), resumption)
          .startWith(.connection(.connecting))
      }
      Succession.run(sink, subscription) { lastEnd in
        guard let lastEnd else { return .attach(run) }
        let reason = if case .failed(let reason) = lastEnd { reason } else { Disconnection<Failure>.closed }
        guard let wait = resumption.value.wait(after: reason) else {
          sink.next(.connection(.failed(reason)))
          return .end(.failed(reason))
        }
        sink.next(.connection(.waiting(until: now().advanced(by: wait))))
        return .attach(run.delaySubscription(for: wait, on: scheduler))
      }
    }, named: "resuming")
}

/// Turns the messages of one connection into events; fails at a gap.
private func events<State, Change, Position, Failure, Instant>(
  of messages: Signal<FeedMessage<State, Change, Position>, Disconnection<Failure>>,
  _ resumption: Box<Resumption<State, Change, Position, Failure>>
) -> Signal<FeedEvent<State, Change, Position, Failure, Instant>, Disconnection<Failure>> {
  Signal(attaching: { sink, subscription in
    let upstream = Subscription()
    subscription.add(upstream)
    messages.attach(to: upstream) { message in
      let wasLive = resumption.value.isLive
      switch resumption.value.receive(message) {
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
    } end: {
      sink.end($0)
    }
  })
}
