import StreamCore
public import StreamTracing

// Recording of properties. This code runs only while a recording is on.

extension GraphThread {
  /// Compares the result of a computation with the previous one. Called with the lock held, so it calls no user code.
  @usableFromInline
  func noteResult<Value>(_ before: Value?, _ now: Value) {
    if let before, isKnownSame(before, now) { hasSameResult = true }
  }

  /// Computes a node, and records the computation. The lock is held on entry and on return.
  func computeTraced(_ node: NodeRef) {
    let before = node.has(.hasValue) ? node.pointee.identity : nil
    let cause = before.map { _ in node.tracedInputs(onlyChanged: true).cause }
    let computation = TracedComputation.begin()
    hasSameResult = false
    node.perform(.compute, self)
    if neededActor != nil { return computation.discard() }
    // A cut-off has kept its value.
    let isStopped = node.pointee.identity == before && evaluation.pointee.memo[node]?.box == nil
    node.traceComputed(causedBy: cause, computation, isSame: hasSameResult, isStopped)
  }
}

extension NodeRef {
  /// Adds a property or an effect to the recording, with its place. Those that the library makes for itself are not
  /// recorded.
  func traceCallSite(_ callSite: CallSite) {
    guard !callSite.isInLibrary else { return }
    let (kind, name): (NodeInfo.Kind, String) =
      has(.source) ? (.property, "MutableProperty") : has(.observer) ? (.effect, "effect") : (.derived, "Property")
    TraceNode.make(TraceKey(self), kind, name, callSite)
  }

  /// Names the property by its key path.
  func noteName(_ storage: AnyKeyPath) {
    if let name = traceName(of: storage) { TraceNode.of(TraceKey(self))?.rename(name) }
  }

  /// The name in the recording; `nil` if the program has given it none.
  package var tracedName: String? {
    guard let name = TraceNode.of(TraceKey(self))?.name, name != "MutableProperty", name != "Property" else {
      return nil
    }
    return name
  }

  /// Records that a source was set; notifications until the handling ends have it as their cause.
  ///
  /// Called without the lock, because the text of the value is made by user code.
  @usableFromInline
  func traceSet<Value>(_ value: Value) -> Handling? {
    TraceNode.of(TraceKey(self))?.beginNotifying(.next, ValueText<Value>()(value))
  }

  /// Records that a derived value was computed. Called with the lock held.
  ///
  /// - Parameter known: The newest event of the inputs that had changed; `nil` for the first computation.
  /// - Parameter isSame: Whether a new value is known to be the same as the one before.
  /// - Parameter isStopped: Whether the node has kept its value.
  fileprivate func traceComputed(
    causedBy known: Int?, _ computation: TracedComputation, isSame: Bool, _ isStopped: Bool
  ) {
    let node = TraceNode.of(TraceKey(self))
    if RunCount.isOpen {
      let label = node?.label ?? "Property\(callSite.map { " (\($0))" } ?? "")"
      RunCount.add(label, isSame ? TraceKey(self) : nil)
      // The input may have ended while the closure ran.
      if isStopped, let link = pointee.firstInput { RunCount.excuse(TraceKey(link.pointee.input)) }
    }
    guard let node else { return computation.discard() }
    let (inputs, newest) = tracedInputs()
    node.setInputs(inputs)
    node.record(computation, cause: known ?? newest, isSame: isSame || isStopped)
  }

  /// Records that the body of an effect runs, since an input has changed. Called with the lock held.
  ///
  /// Events until the handling ends have it as their cause.
  func traceRun() -> Handling? {
    let node = TraceNode.of(TraceKey(self))
    if RunCount.isOpen { RunCount.add(node?.label ?? "effect\(callSite.map { " (\($0))" } ?? "")") }
    return node?.begin(.computed, cause: tracedInputs(onlyChanged: true).cause)
  }

  /// Records the inputs of an effect after its body has run. Called with the lock held.
  func traceInputs() { TraceNode.of(TraceKey(self))?.setInputs(tracedInputs().nodes) }

  /// The inputs that are recorded, and the newest event of all inputs, or of the changed inputs.
  func tracedInputs(onlyChanged: Bool = false) -> (nodes: [TraceNode], cause: Int) {
    var (nodes, cause): ([TraceNode], Int) = ([], 0)
    var next = pointee.firstInput
    while let link = next {
      if let input = TraceNode.of(TraceKey(link.pointee.input)) {
        nodes.append(input)
        let hasChanged = link.pointee.seen != link.pointee.input.pointee.identity
        if hasChanged || !onlyChanged { cause = Swift.max(cause, input.newestEvent) }
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
