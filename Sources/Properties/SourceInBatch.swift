import StreamCore
import StreamPrimitives
import StreamTracing
import Subjects

// The writes of an open batch to a source: only its thread sees them until the batch ends.
extension Source {
  /// Writes a value to the open batch, and sends it to bindings. Called with the lock held; releases it.
  @inlinable
  func write(_ value: Value, _ stamp: UInt64?, _ thread: GraphThread) {
    let links = state.pointee.bindings
    let stamp = stamp ?? (links == nil ? 0 : nextStamp())
    let enters = links?.gate.enter()
    let replaced = thread.write(ValueBox(value), to: node, stamp, owesBindings: enters == false)
    thread.changes &+= 1
    if thread.depth > 0, let write = thread.write(to: node) { thread.adopt(write.identity, of: node) }
    thread.unlock()
    withExtendedLifetime(replaced) {}
    guard let links, enters == true else { return }
    thread.runHandlers { links.deliver(Change(value, stamp: stamp), ifEntered: true) }
  }

  /// Stores the value that the thread's transaction has written. Called with the lock held.
  @inlinable
  func commit(_ index: Int, _ version: UInt64, _ thread: GraphThread) {
    guard !node.has(.ended) else { return }
    let write = thread.transaction.writes[index]
    if write.hasChanged { return sendAgain(thread) }
    let box = unsafeDowncast(write.box, to: ValueBox<Value>.self)
    let value = box.value
    let stamp = state.pointee.bindings == nil ? 0 : write.stamp
    // Reads of the batch under this identity stay current.
    let delivery = exchange(
      &box.value, write.identity, version, stamp, write.modification != nil, owesBindings: write.owesBindings, thread)
    thread.recordDue()
    let handling = Trace.isOn ? node.traceSet(value) : nil
    guard delivery.isNeeded || handling != nil else { return }
    thread.transaction.deliveries.append { [self] in
      deliver(delivery, value, stamp)
      handling?.end()
    }
  }

  /// Sends the value of the source to its bindings once more. Called with the lock held.
  ///
  /// Inside the batch, the bindings have received the result of a `modify` that does not count, because another thread
  /// has set the source since.
  @usableFromInline
  func sendAgain(_ thread: GraphThread) {
    guard let links = state.pointee.bindings else { return }
    let change = Change(node.valuePointer(of: Value.self).pointee)
    state.pointee.stamp = change.stamp
    let enters = links.enter(orEnqueue: change)
    thread.transaction.deliveries.append { links.deliver(change, ifEntered: enters) }
  }

  /// Attaches a subscriber during an open batch that has written to the source.
  ///
  /// It receives the written value, and joins the others when the batch ends.
  ///
  /// - Returns: `false` if the batch has not written to the source.
  @usableFromInline
  func attachInBatch(_ sink: Sink<Value, Never>, _ subscription: Subscription, _ thread: GraphThread) -> Bool {
    guard let write = thread.write(to: node) else { return false }
    let (written, retained) = (write.identity, retained)
    thread.runHandlers { sink.next(unsafeDowncast(write.box, to: ValueBox<Value>.self).value) }
    thread.transaction.deferred.append {
      let source = Source(retained)
      source.withLock { source.watch() }.attach(sink, subscription) { join in
        let (first, completion) = source.attach(join) { $0 }
        // It has received this value, unless the batch or another thread has set the source since.
        let isKnown = written == source.node.pointee.identity
        return (isKnown ? [] : Array(first), completion)
      }
    }
    return true
  }
}
