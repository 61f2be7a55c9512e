public import StreamCore

/// A read-only value that can be observed: the public side of a model's state, or derived state.
///
/// ```swift
/// let full = Property { "\(first.value) \(last.value)" }
/// ```
///
/// A subscriber receives the current value immediately, and the newest value after each change of a source. Changes
/// that a handler makes, or that other threads make during a notification, may arrive as one. A derived value never
/// mixes old and new: it is computed from a snapshot of all sources, even when several threads set them. It is computed
/// when it is needed, and once for each change, unless several threads ask for it at the same moment. So a property
/// without observers costs nothing until it is read, and a read directly after a set is up to date.
///
/// A derived property keeps its sources alive. They do not keep it: it lives while it is held or observed. Its stream
/// completes when all of its sources have been released. A derived property cannot be set.
public struct Property<Value: Sendable>: PropertyProtocol {
  /// Guarded by: the region's lock. `owner`, or `source`, keeps it alive.
  @usableFromInline nonisolated(unsafe) let node: NodeRef

  /// Keeps the node and its sources alive.
  @usableFromInline package let owner: any AnyObject & Sendable

  /// The source, if this property is not derived: its observers receive every change.
  @usableFromInline package let source: Source<Value>?

  /// A derived property; takes over a reference to the node.
  @usableFromInline
  init(_ node: NodeRef, _ callSite: CallSite, keeping first: AnyObject? = nil, _ others: [AnyObject] = []) {
    node.setCallSite(callSite)
    self.node = node
    owner = RetainedNode(node, keeping: first, others)
    source = nil
  }

  @usableFromInline
  init(_ source: Source<Value>, keptBy owner: any AnyObject & Sendable) {
    node = source.node
    self.owner = owner
    self.source = source
  }

  /// The same property, with another owner, which keeps that of the given one.
  init(_ property: Property, keptBy owner: any AnyObject & Sendable) {
    (node, source) = (property.node, property.source)
    self.owner = owner
  }

  /// A read-only property of the same value.
  public init(_ property: some PropertyProtocol<Value>) { self = property.property }

  /// A value that was read once, in place of the closure that reads it, which is unavailable.
  @_disfavoredOverload
  @available(
    *, unavailable,
    message: "Write 'Property { a.value + b.value }' to track a and b, or 'Property(constant:)' for one value."
  )
  public init(_ value: Value) { fatalError() }

  /// A property that never changes. Its stream is the value and the end.
  public init(constant value: Value) {
    let source = Source(making: value)
    source.end()
    self.init(source, keptBy: RetainedNode(source.node))
  }

  /// A property that starts with a value and then has the last one of a stream.
  ///
  ///     stream                       ---b---c|
  ///     Property(initial: a, then:)  a--b---c|
  ///
  /// The stream is subscribed to now, once, for as long as the property, or a property derived from it, is held or
  /// observed: `label <~ Property(initial:then:)` need not be held. When the stream ends, the property keeps its last
  /// value and its stream completes.
  public init(
    initial value: Value, then stream: some StreamProtocol<Value, Never>, fileID: StaticString = #fileID,
    line: UInt = #line, function: StaticString = #function
  ) {
    let callSite = CallSite(fileID, line).naming(.derived, by: function).naming(.property, by: function, "feed")
    let feed = Feed(value)
    feed.property.source.node.setCallSite(callSite)
    node = feed.begin(stream.signal, nil)
    node.setCallSite(callSite)
    owner = RetainedNode(node, keeping: feed)
    source = feed.property.source
  }

  /// A property whose value is computed from all properties that `compute` reads.
  ///
  /// ```swift
  /// let shown = Property { isMetric.value ? celsius.value : fahrenheit.value }     // follows the one that is read
  /// ```
  ///
  ///     isMetric       true---------false---------
  ///     celsius        20---21--------------22----
  ///     fahrenheit     68---70--------------72----
  ///     shown          20---21------70------72----
  ///
  /// Every property that the closure reads through `value` becomes a dependency, even inside functions that it calls,
  /// and even if that changes from run to run. ``untracked(_:)`` reads without tracking. The closure runs when the
  /// result is observed or read, if a dependency has changed. All reads of a run are of one snapshot. If a property
  /// that is read for the first time has only a newer value, the result is dropped and the closure runs again. So no
  /// observer receives a mixed value.
  ///
  /// The closure, with its captures, is kept while the result is held or observed. It should only read. It may set
  /// properties, but setting a property that it has read itself does not run it again. A closure that reads a property
  /// computed from itself traps. Ends when all properties that it read have ended.
  @inlinable
  public init(
    _ compute: @escaping @Sendable () -> Value, fileID: StaticString = #fileID, line: UInt = #line,
    function: StaticString = #function
  ) {
    let node = GraphThread.deriveFromReads(Value.self, .tracked) { node, action, thread in
      guard case .compute = action else { return node.copyOrDestroy(Value.self, action) }
      thread.computeTracked(node, compute)
    }
    self.init(node, CallSite(fileID, line).naming(.derived, by: function))
  }

  /// The current value.
  @inlinable
  public var value: Value {
    defer { extendLifetime(owner) }
    return GraphThread.current._withUnsafeGuaranteedRef { thread in
      if let value = thread.readTracked(node, Value.self) { return value }
      return source?.value ?? thread.read(node, Value.self)
    }
  }

  /// The current value, then every change.
  @inlinable
  public var signal: Signal<Value, Never> {
    defer { extendLifetime(owner) }
    if let source { return source.node == node ? source.values : watching(source) }
    let retained = RetainedNode(retaining: node)
    return Signal(
      attaching: { sink, subscription in
        let sink = Trace.isOn ? retained.node.traced(sink) : sink
        GraphThread.current._withUnsafeGuaranteedRef { thread in
          thread.observe(retained.node, subscription) { observer, action, thread in
            switch action {
            case .compute:
              var value: Value? = thread.value(of: observer.input(0), Value.self)
              thread.runHandler(observer) {
                if subscription.isActive { sink.next(value.unsafelyUnwrapped) }
                value = nil
              }
            case .end:
              if subscription.isActive { sink.end(.completed) }
            case .copy, .copyOld, .forgetOld, .forgetPart, .commit, .destroy, .dispose, .watch: break
            }
          }
        }
      }, named: "")
  }

  /// The stream of a property that is fed: a subscription keeps the node alive, and with it the feed.
  @usableFromInline
  func watching(_ source: Source<Value>) -> Signal<Value, Never> {
    let (retained, values) = (RetainedNode(retaining: node), source.values)
    return Signal(
      attaching: { sink, subscription in
        retained.node.recordSubscriber(1)
        subscription.add { retained.node.recordSubscriber(-1) }
        values.attach(sink, to: subscription)
      }, named: "")
  }

  /// The property itself.
  public var property: Property<Value> { self }
}
