public import StreamCore
import StreamPrimitives
import StreamTracing
public import Subjects

extension Source {
  /// The current change, then every other, for the other end of a binding.
  ///
  /// From the first call on, the source records the time of its changes.
  @inlinable
  package static func changes(_ retained: RetainedNode) -> Signal<Change<Value>, Never> {
    Signal(
      attaching: { sink, subscription in
        let source = Source(retained)
        let links = source.withLock { source.startBinding() }
        links.attach(sink, subscription) { join in
          source.attach(join) { Change($0, stamp: source.state.pointee.stamp) }
        }
      }, named: "")
  }

  /// Returns the first value of a new subscriber, which has joined the others unless the source has ended.
  @inlinable
  func attach<First>(_ join: () -> Void, _ first: (Value) -> First)
    -> (CollectionOfOne<First>, Completion<Never>?)
  {
    let box = GraphThread.with { $0.write(to: node)?.box }
    let written = box.map { unsafeDowncast($0, to: ValueBox<Value>.self).value }
    return withLock {
      let hasEnded = node.has(.ended)
      if !hasEnded { join() }
      return (CollectionOfOne(first(written ?? node.value(Value.self))), hasEnded ? .completed : nil)
    }
  }

  /// Returns the hub of changes for two-way bindings. Called with the lock held.
  ///
  /// From the first call on, each change of the source has a stamp.
  @usableFromInline
  @discardableResult
  package func startBinding() -> Hub<Change<Value>, Never> {
    if let links = state.pointee.bindings { return links }
    let links = Hub<Change<Value>, Never>()
    state.pointee.bindings = links
    watch()
    return links
  }

  /// Returns the hub of direct subscribers. Called with the lock held.
  ///
  /// From the first call on, each change is delivered to it.
  @usableFromInline
  @discardableResult
  func watch() -> Hub<Value, Never> {
    if let watchers = state.pointee.watchers { return watchers.takeUnretainedValue() }
    let hub = Hub<Value, Never>()
    if let callSite = node.callSite { hub.recordCallSite(callSite, nil) }
    state.pointee.watchers = .passRetained(hub)
    if Trace.isOn { TraceNode.of(TraceKey(node))?.isKnown(by: TraceKey(hub)) }
    node.pointee.flags.insert(.isWatched)
    return hub
  }

  /// The current value, then every other.
  @inlinable
  var values: Signal<Value, Never> {
    let retained = retained
    return Signal(
      attaching: { sink, subscription in
        let source = Source(retained)
        GraphThread.current._withUnsafeGuaranteedRef { thread in
          let outer = thread.attaching
          thread.attaching = source.node
          if !source.attachInBatch(sink, subscription, thread) {
            thread.runAndDrain {
              source.withLock { source.watch() }.attach(sink, subscription) { join in source.attach(join) { $0 } }
            }
          }
          thread.attaching = outer
        }
      }, named: "")
  }

  // MARK: The end

  /// Ends the source, and releases the property's reference to the node.
  func endAndRelease() {
    GraphThread.with { thread in
      end(thread)
      node.release(thread)
      thread.finish()
    }
  }

  /// Ends the source, which keeps its value.
  @usableFromInline
  func end() {
    GraphThread.with { thread in
      end(thread)
      thread.finish()
    }
  }

  /// Ends the source: now, or with the open batch that has set it. Called without the lock.
  private func end(_ thread: GraphThread) {
    if thread.write(to: node)?.box != nil {
      let retained = retained
      return thread.transaction.deferred.append { Source(retained).end() }
    }
    thread.lock(node)
    guard !node.has(.ended) else { return thread.unlock() }
    thread.end(node)
    let (hub, links) = (state.pointee.watchers, state.pointee.bindings)
    thread.unlock()
    guard let hub else { return }
    thread.runAndDrain {
      links?.endAsReleased()
      hub._withUnsafeGuaranteedRef { $0.endAsReleased() }
    }
  }
}
