public import Rill
public import Tracing

extension Recording {
  /// Sends a span to a tracer for each piece of code that ran.
  ///
  /// ```swift
  /// InstrumentationSystem.bootstrap(tracer)         // of OpenTelemetry, for example
  /// Trace.start()
  /// // the code to record
  /// Trace.stop().export(to: InstrumentationSystem.tracer)
  /// ```
  ///
  /// A computation, a handler, an effect, the closure of an operator and an execution are a span each. An execution is
  /// one until its end, others until their code returns. The parent of a span is the innermost of its causes that was
  /// still running, and a link leads to the direct cause if that is another one. If none was running, as after a hop to
  /// another thread, the direct cause is the parent. A span has the name of the node, and the attributes `rill.kind`,
  /// `rill.event`, `rill.value`, `rill.same`, `rill.run` and `code.location`.
  public func export(to tracer: some Tracer) {
    let known = Dictionary(events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let nodes = Dictionary(self.nodes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let ends = Dictionary(
      events.filter { $0.kind == "ended" }.map { (Execution(node: $0.node, run: $0.run), $0) },
      uniquingKeysWith: { first, _ in first })
    // The span of each event, or of its nearest cause that has one.
    var spans: [Int: SentSpan?] = [:]

    /// Starts and ends the span of an event, whose cause has its span.
    func export(_ event: Event) {
      let cause = event.cause.flatMap { spans[$0] ?? nil }
      spans[event.id] = cause
      let end = event.kind == "began" ? ends[Execution(node: event.node, run: event.run)] : nil
      guard let node = nodes[event.node], end != nil || event.duration != nil else { return }
      let start = event.start ?? event.time
      let parent = cause?.innermost(at: start) ?? cause
      let span = tracer.startSpan(
        node.name, context: parent?.context ?? .topLevel, ofKind: .internal, at: instant(start))
      if let cause, cause !== parent { span.addLink(SpanLink(context: cause.context, attributes: [:])) }
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
      let endTime = end?.time ?? start + (event.duration ?? 0)
      span.end(at: instant(endTime))
      spans[event.id] = SentSpan(span.context, start..<max(start, endTime), parent)
    }

    for event in events {
      var causes: [Event] = []
      var next: Event? = event
      while let cause = next, spans[cause.id] == nil {
        // Marks it, so that a ring of causes ends.
        spans[cause.id] = .some(nil)
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

/// A span that a tracer has.
private final class SentSpan {
  let context: ServiceContext
  private let time: Range<Int>
  private let parent: SentSpan?

  /// The latest end of the span and those around it.
  private let latestEnd: Int

  init(_ context: ServiceContext, _ time: Range<Int>, _ parent: SentSpan?) {
    (self.context, self.time, self.parent) = (context, time, parent)
    latestEnd = max(time.upperBound, parent?.latestEnd ?? 0)
  }

  /// The innermost span that contains a time: this one, or one around it.
  func innermost(at time: Int) -> SentSpan? {
    var next: SentSpan? = self
    while let span = next, span.latestEnd > time {
      if span.time.contains(time) { return span }
      next = span.parent
    }
    return nil
  }
}

/// An execution of a command.
private struct Execution: Hashable {
  let node: Int
  let run: Int?
}
