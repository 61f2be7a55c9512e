public import StreamCore

/// A value that can be read and watched, and not set: a model's state as others see it, or state that is derived from
/// other state.
///
/// ```swift
/// let full = Property { "\(first.value) \(last.value)" }
/// ```
///
/// A subscriber gets the current value at once, and then one for every change of what the property is made of. What is
/// derived never mixes old and new: every value is computed from what all sources had at one moment, also when several
/// threads set them. It is computed once for each change, when it is asked for: a property that nobody watches costs
/// nothing until it is read, and one that is read directly after a source was set is up to date. Derived state is
/// state: of several changes in one thread, and of those that other threads make while observers are being told, the
/// newest is told.
///
/// A derived property keeps its sources alive. They do not keep it: it lives while somebody holds or watches it. Its
/// stream completes when all that it is made of was released. It cannot be turned back into what can be set.
public struct Property<Value: Sendable>: PropertyProtocol {
  /// Guard: the region's lock; `owner`, or `source`, keeps it.
  @usableFromInline nonisolated(unsafe) let node: NodeRef

  /// What keeps the node and its sources.
  @usableFromInline package let owner: any AnyObject & Sendable

  /// The source, if this is one and not derived: its observers hear of every change.
  @usableFromInline package let source: Source<Value>?

  /// A derived property; takes over a reference to the node.
  @usableFromInline
  init(_ node: NodeRef, _ callSite: CallSite, keeping first: AnyObject? = nil, _ second: AnyObject? = nil) {
    node.note(callSite)
    self.node = node
    owner = NodeOwner(node, keeping: first, second)
    source = nil
  }

  @usableFromInline
  init(_ source: Source<Value>, keptBy owner: any AnyObject & Sendable) {
    node = source.node
    self.owner = owner
    self.source = source
  }

  /// A property to read and to watch only.
  public init(_ property: some PropertyProtocol<Value>) { self = property.property }

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
  /// The stream is subscribed to now, once, and as long as anybody holds or watches the property or what is derived
  /// from it: `label <~ Property(initial:then:)` need not be held. When the stream ends, the property keeps its last
  /// value and its stream completes.
  public init(
    initial value: Value, then stream: some StreamProtocol<Value, Never>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(initial: value, then: stream, keeping: nil, for: nil, CallSite(fileID, line))
  }

  init(
    initial value: Value, then stream: some StreamProtocol<Value, Never>, keeping kept: (any AnyObject & Sendable)?,
    for demand: SubscriberCheck?, _ callSite: CallSite
  ) {
    let feed = Feed(value)
    feed.property.source.node.note(callSite)
    node = feed.begin(stream.signal, demand)
    node.note(callSite)
    owner = NodeOwner(node, keeping: feed, kept)
    source = feed.property.source
  }

  /// A property whose value is computed from whatever `compute` reads.
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
  /// Every property that the closure reads through `value` is followed, also inside functions that it calls, and also
  /// if that changes from run to run; ``untracked(_:)`` reads without following. It runs when somebody watches or reads
  /// the result, if something that it read has changed. What it read last time it reads again as of one moment, whoever
  /// sets meanwhile. What it reads for the first time may be of a later moment; if so, the result is dropped and the
  /// closure runs again, so nobody is told a mixed value.
  ///
  /// The closure is kept, with what it captures, while the result is held or watched. It should only read: what it sets
  /// is set, but if that is what it has read itself, it does not run again for it. A closure that reads what is
  /// computed from itself traps. Ends when all that it read has ended.
  @inlinable
  public init(
    _ compute: @escaping @Sendable () -> Value, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let node = GraphThread.deriveFromReads(Value.self, .tracked) { node, action, thread in
      guard case .compute = action else { return node.keep(Value.self, action) }
      thread.computeTracked(node, compute)
    }
    self.init(node, CallSite(fileID, line))
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
            case .copy, .copyOld, .forgetOld, .commit, .destroy, .dispose, .watch: break
            }
          }
        }
      }, named: "")
  }

  /// The stream of a property that is fed: a subscription keeps the node, and so what feeds it.
  @usableFromInline
  func watching(_ source: Source<Value>) -> Signal<Value, Never> {
    let (retained, values) = (RetainedNode(retaining: node), source.values)
    return Signal(
      attaching: { sink, subscription in
        retained.node.noteWatcher(1)
        subscription.add { retained.node.noteWatcher(-1) }
        values.attach(sink, to: subscription)
      }, named: "")
  }

  /// The property itself.
  public var property: Property<Value> { self }
}
