import StreamCore
public import StreamTracing

// What a recording adds to properties. Nothing here is reached unless somebody records.
extension NodeRef {
  /// A property is known by its place. Those that parts of the library are made of are no matter of the user's.
  func noteTraced(_ callSite: CallSite) {
    guard !callSite.isInLibrary else { return }
    let isSource = has(.source)
    TraceNode.make(TraceKey(self), isSource ? .property : .derived, isSource ? "MutableProperty" : "Property", callSite)
  }

  /// A source was set; what is told until the end follows from that.
  @usableFromInline
  func noteSet<Value>(_ value: Value) -> Handling? {
    TraceNode.of(TraceKey(self))?.beginTelling(.next, ValueText<Value>()(value))
  }

  /// A derived value was computed again, since an input has changed. Called with the lock held.
  func noteComputed(since seenAt: UInt64) {
    guard let node = TraceNode.of(TraceKey(self)) else { return }
    var inputs: [TraceNode] = []
    var cause = 0
    var next = pointee.firstInput
    while let link = next {
      if let input = TraceNode.of(TraceKey(link.pointee.input)) {
        inputs.append(input)
        if link.pointee.input.pointee.changedAt > seenAt { cause = Swift.max(cause, input.newestEvent) }
      }
      next = link.pointee.nextInput
    }
    node.setInputs(inputs)
    node.record(.computed, cause: cause)
  }

  /// The sink of an observer of a derived property.
  @usableFromInline
  func traced<Value, Failure>(_ sink: Sink<Value, Failure>) -> Sink<Value, Failure> {
    TraceNode.of(TraceKey(self))?.traced(sink) ?? sink
  }
}
