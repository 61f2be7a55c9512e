public import Rill
public import Tracing

extension Recording {
  /// Sends a span to a tracer for each piece of code that ran. Its parent is its cause.
  ///
  /// ```swift
  /// InstrumentationSystem.bootstrap(tracer)         // of OpenTelemetry, for example
  /// Trace.start()
  /// // the code to record
  /// Trace.stop().export(to: InstrumentationSystem.tracer)
  /// ```
  ///
  /// A computation, a handler, an effect, the closure of an operator and an execution are a span each. An execution is
  /// one until its end, others until their code returns. A span has the name of the node, and the attributes
  /// `rill.kind`, `rill.event`, `rill.value`, `rill.same`, `rill.run` and `code.location`.
  public func export(to tracer: some Tracer) {
    let known = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let nodes = Dictionary(self.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ends = Dictionary(
      events.filter { $0.kind == "ended" }.map { (Execution(node: $0.node, run: $0.run), $0) },
      uniquingKeysWith: { first, _ in first })
    var contexts: [Int: ServiceContext] = [:]

    /// Starts and ends the span of an event, whose cause has its span.
    func export(_ event: Event) {
      let parent = event.cause.flatMap { contexts[$0] } ?? .topLevel
      contexts[event.id] = parent
      let end = event.kind == "began" ? ends[Execution(node: event.node, run: event.run)] : nil
      guard let node = nodes[event.node], end != nil || event.duration != nil else { return }
      // The time of a computation is that of its end.
      let start = node.kind == .derived ? event.time - (event.duration ?? 0) : event.time
      let span = tracer.startSpan(node.name, context: parent, ofKind: .internal, at: instant(start))
      span.attributes["rill.kind"] = node.kind.rawValue
      span.attributes["rill.event"] = event.kind
      if let value = event.value { span.attributes["rill.value"] = value }
      if let place = node.place { span.attributes["code.location"] = place }
      if let run = event.run { span.attributes["rill.run"] = run }
      if event.isSame { span.attributes["rill.same"] = true }
      if let outcome = end?.value, outcome.hasPrefix("failed") {
        span.setStatus(SpanStatus(code: .error, message: outcome))
      }
      if event.kind == "failed" { span.setStatus(SpanStatus(code: .error, message: event.value)) }
      span.end(at: instant(end?.time ?? start + (event.duration ?? 0)))
      contexts[event.id] = span.context
    }

    for event in events {
      var causes: [Event] = []
      var next: Event? = event
      while let cause = next, contexts[cause.id] == nil {
        // Marks it, so that a ring of causes ends.
        contexts[cause.id] = .topLevel
        causes.append(cause)
        next = cause.cause.flatMap { known[$0] }
      }
      for cause in causes.reversed() { export(cause) }
    }
  }

  private func instant(_ time: Int) -> DefaultTracerClock.Timestamp {
    .init(nanosecondsSinceEpoch: UInt64(beganAt + time))
  }
}

/// An execution of a command.
private struct Execution: Hashable {
  let node: Int
  let run: Int?
}
