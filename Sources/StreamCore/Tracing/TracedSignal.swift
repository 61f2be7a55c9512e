@_exported public import StreamTracing

// The part of recordings that concerns streams. This code runs only during a recording.

extension Signal {
  /// Wraps a source so that each attachment is recorded as a run of an operator.
  ///
  /// The name is that of the function that makes the signal; a signal that is no separate stage has none. The code for
  /// events is specialised for their type, which halves the cost of a recording.
  @inlinable
  static func traced(
    _ name: StaticString, _ source: @escaping @Sendable (Sink<Value, Failure>, Subscription) -> Void
  ) -> @Sendable (Sink<Value, Failure>, Subscription) -> Void {
    guard name.utf8CodeUnitCount > 0 else { return source }
    return { sink, subscription in
      guard Trace.isOn else { return source(sink, subscription) }
      let node = TraceNode(.stage, stageName(name), to: .attaching)
      node.attaching { source(sink.traced(by: node), subscription) }
    }
  }

  /// Attaches the sink of a subscriber, and records its call site. Subscriptions inside the library are not recorded.
  @usableFromInline
  func attachTraced(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription, _ actor: (any Actor)?, _ site: CallSite
  ) {
    if site.isInLibrary {
      attach(sink, subscription, on: actor)
    } else {
      attach(
        sink, subscription, on: actor,
        recordedBy: TraceNode(.subscription, site.takeName(.subscription) ?? "subscribe", site))
    }
  }

  /// Attaches the sink of a chain that does not end with `subscribe`, recorded under a name.
  @inlinable
  package func attach(_ sink: Sink<Value, Failure>, to subscription: Subscription, recordedAs name: StaticString) {
    if Trace.isOnHere { attachTraced(sink, subscription, name) } else { attach(sink, to: subscription) }
  }

  @usableFromInline
  func attachTraced(_ sink: Sink<Value, Failure>, _ subscription: Subscription, _ name: StaticString) {
    attach(
      sink, subscription, on: nil, recordedBy: TraceNode(.subscription, TraceNode.takeName("\(name)") ?? "\(name)"))
  }

  private func attach(
    _ sink: Sink<Value, Failure>, _ subscription: Subscription, on actor: (any Actor)?, recordedBy node: TraceNode
  ) {
    let end = TracedEnd(node)
    subscription.add(end)
    let hops = actor.map { TracedHops(node, to: $0) }
    let received = sink.handling { kind, text in
      if kind != .next { end.endWasDelivered() } else if RunCount.isOpen { RunCount.add(node.label) }
      return node.begin(kind, text(), cause: hops?.leave() ?? 0)
    }
    node.attaching { (hops.map(entering) ?? self).attach(received, subscription, on: actor) }
  }

  /// The same signal, with each event recorded as queued for an actor.
  private func entering(_ hops: TracedHops) -> Signal {
    Signal(
      attaching: { sink, subscription in
        attach(
          Sink(
            next: {
              hops.enter()
              sink.next($0)
            },
            end: {
              hops.enter()
              sink.end($0)
            }), to: subscription)
      }, named: "")
  }
}

extension Sink {
  /// The same sink, with each event recorded as an event of a node.
  @inlinable
  package func traced(by node: TraceNode) -> Sink { handling { node.begin($0, $1()) } }

  /// The same sink, with each event recorded by `begin`.
  @inlinable
  func handling(_ begin: @escaping @Sendable (_ kind: EventKind, _ text: () -> String?) -> Handling) -> Sink {
    let text = ValueText<Value>()
    return Sink(
      next: { value in
        let handling = begin(.next) { text(value) }
        next(value)
        handling.end()
      },
      end: { completion in
        let handling = begin(completion.kind) { completion.traceText }
        end(completion)
        handling.end()
      })
  }
}

extension TraceNode {
  /// The sink of one more observer of this node. An event for several observers is recorded once.
  @inlinable
  package func traced<Value, Failure>(_ sink: Sink<Value, Failure>) -> Sink<Value, Failure> {
    let (observer, target) = (nextObserver(), TraceNode.attaching)
    if let target { link(to: target) }
    return sink.handling { self.begin($0, $1(), observer: observer, to: target) }
  }
}

extension Completion {
  @inlinable
  package var kind: EventKind {
    switch self {
    case .completed: .completed
    case .failed: .failed
    }
  }

  @usableFromInline
  package var traceText: String? {
    switch self {
    case .completed: nil
    case .failed(let failure): StreamTracing.traceText(of: failure)
    }
  }
}

/// The name of an operator, made from the name of its function.
@usableFromInline
func stageName(_ function: StaticString) -> String {
  let name = "\(function)".prefix { $0 != "(" }
  return name == "init" ? "Signal" : String(name)
}
