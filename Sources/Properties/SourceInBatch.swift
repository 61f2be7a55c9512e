import StreamCore
import StreamPrimitives
import StreamTracing
import Subjects

// The writes of an open batch to a source: only its thread sees them until the batch ends.
extension Source {
  /// Writes a value to the open batch, and sends it to bindings. Called with the lock held; releases it.
  @inlinable
  func write(
    _ value: Value, _ stamp: UInt64?, _ modification: Transaction.Write.Modification?, _ thread: GraphThread
  ) {
    let (links, isAccepted) = (state.pointee.bindings, stamp != nil)
    let stamp = stamp ?? (links == nil ? 0 : nextStamp())
    let enters = links?.gate.enter()
    var replaced = thread.transaction.write(
      ValueBox(value), thread.newPrivateIdentity(), to: node, stamp, notifiesBindings: enters == false, modification)
    if isAccepted { thread.transaction.accept(node) }
    thread.changes &+= 1
    if thread.depth > 0, let write = thread.write(to: node) { thread.adopt(write.identity, of: node, isWrite: true) }
    thread.unlock()
    if replaced != nil { thread.withoutTracking { replaced = nil } }
    guard let links, enters == true else { return }
    thread.runHandlers { send(Change(value, stamp: stamp), to: links) }
  }

  /// Sends a write to the bindings. The caller has entered their gate; it is left here.
  ///
  /// Changes of other threads that were queued meanwhile are not the batch's: if it throws, they stay.
  @usableFromInline
  func send(_ write: Change<Value>, to links: Hub<Change<Value>, Never>) {
    links.notify(write)
    if !links.gate.leaveIfEmpty() { outsideBatch { links.drain() } }
  }

  /// Stores the value that the thread's transaction has written. Called with the lock held.
  @inlinable
  func commit(_ index: Int, _ version: UInt64, _ thread: GraphThread) {
    guard !node.has(.ended) else { return }
    // Running closures may have read the write, even if it is not stored.
    thread.changes &+= 1
    let write = thread.transaction.writes[index]
    if write.hasChanged { return sendAgain(thread) }
    // Another thread has set the property since, and may still be passing its change on.
    let isOvertaken = state.pointee.bindings != nil && write.stamp < state.pointee.stamp
    // The end that the batch has set sends its value again if that wins.
    if isOvertaken, write.isAccepted { return }
    let box = unsafeDowncast(write.box, to: ValueBox<Value>.self)
    let value = box.value
    let stamp = isOvertaken ? nextStamp() : state.pointee.bindings == nil ? 0 : write.stamp
    // Reads of the batch under this identity stay current.
    let delivery = exchange(
      &box.value, write.identity, version, stamp, write.modification != nil,
      notifiesBindings: write.notifiesBindings || isOvertaken, thread)
    thread.recordDue()
    guard delivery.isNeeded || Trace.isOn else { return }
    thread.transaction.deliveries.append { [self] in
      let handling = Trace.isOn ? node.traceSet(value) : nil
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
  /// It receives the written value. It joins the others when the batch ends, before any handler runs. After the
  /// handlers it receives the value that it has missed, if the source has another one since.
  ///
  /// - Returns: `false` if the batch has not written to the source.
  @usableFromInline
  func attachInBatch(_ sink: Sink<Value, Never>, _ subscription: Subscription, _ thread: GraphThread) -> Bool {
    guard let write = thread.write(to: node) else { return false }
    let (written, retained) = (write.identity, retained)
    thread.transaction.joins.append {
      let (source, observer) = (Source(retained), Observer(sink, subscription))
      // Events that come before the missed value is delivered are queued.
      _ = observer.gate.enter()
      var missed: Value?
      let live = Sink<Value, Never>(next: { observer.send($0) }, end: { observer.send(Event($0)) })
      source.withLock { source.watch() }.attach(live, subscription) { join in
        let (_, completion) = source.attach(join) { value in
          if written != source.node.pointee.identity { missed = value }
        }
        return (EmptyCollection<Value>(), completion)
      }
      return {
        if let missed { observer.deliver(.next(missed)) }
        observer.leave()
      }
    }
    // Last: subscribers that the handler adds come after this one.
    thread.runHandlers { sink.next(unsafeDowncast(write.box, to: ValueBox<Value>.self).value) }
    return true
  }
}
