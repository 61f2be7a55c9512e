import StreamCore
public import StreamTracing

// Recording of properties. This code runs only while a recording is on.
extension NodeRef {
  /// A property or an effect is known by its place. Those that parts of the library are made of are no matter of the
  /// user's.
  func noteTraced(_ callSite: CallSite) {
    guard !callSite.isInLibrary else { return }
    let (kind, name): (NodeInfo.Kind, String) =
      has(.source) ? (.property, "MutableProperty") : has(.observer) ? (.effect, "effect") : (.derived, "Property")
    TraceNode.make(TraceKey(self), kind, name, callSite)
  }

  /// Records that a source was set; notifications until the handling ends have it as their cause.
  @usableFromInline
  func noteSet<Value>(_ value: Value) -> Handling? {
    TraceNode.of(TraceKey(self))?.beginTelling(.next, ValueText<Value>()(value))
  }

  /// A derived value was computed again, since an input has changed. Called with the lock held.
  func noteComputed(since seenAt: UInt64) {
    guard let node = TraceNode.of(TraceKey(self)) else { return }
    let (inputs, cause) = tracedInputs(since: seenAt)
    node.setInputs(inputs)
    node.record(.computed, cause: cause)
  }

  /// Records that the body of an effect runs, since an input has changed. Called with the lock held.
  ///
  /// Events until the handling ends have it as their cause.
  func noteRun(since seenAt: UInt64) -> Handling? {
    TraceNode.of(TraceKey(self))?.begin(.computed, cause: tracedInputs(since: seenAt).cause)
  }

  /// Records the inputs of an effect after its body has run. Called with the lock held.
  func noteHasRun() { TraceNode.of(TraceKey(self))?.setInputs(tracedInputs(since: 0).nodes) }

  /// The inputs that are recorded, and the newest event of those that have changed since then.
  private func tracedInputs(since seenAt: UInt64) -> (nodes: [TraceNode], cause: Int) {
    var (nodes, cause): ([TraceNode], Int) = ([], 0)
    var next = pointee.firstInput
    while let link = next {
      if let input = TraceNode.of(TraceKey(link.pointee.input)) {
        nodes.append(input)
        let node = link.pointee.input
        let changedAt = node.has(.source) ? node.pointee.validAt : node.pointee.identity
        if changedAt > seenAt { cause = Swift.max(cause, input.newestEvent) }
      }
      next = link.pointee.nextInput
    }
    return (nodes, cause)
  }

  /// The sink of an observer of a derived property.
  @usableFromInline
  func traced<Value, Failure>(_ sink: Sink<Value, Failure>) -> Sink<Value, Failure> {
    TraceNode.of(TraceKey(self))?.traced(sink) ?? sink
  }
}
