import StreamCore
import StreamPrimitives
import StreamTracing
import Subjects

// What an open batch does with a source: only its thread sees that until the batch ends.
extension Source {
  /// Called with the lock held; leaves it.
  @inlinable
  func write(_ value: Value, _ stamp: UInt64?, _ transaction: Transaction, _ thread: GraphThread) {
    let links = state.pointee.links
    let stamp = stamp ?? (links == nil ? 0 : nextStamp())
    var box: ValueBase = ValueBox(value)
    let index = transaction.write(&box, to: node)
    thread.unlock()
    thread.noteOwnWrite()
    let enters = links?.gate.enter()
    transaction.update(index) { write in
      write.modification = nil
      write.stamp = stamp
      if enters == false { write.owesBindings = true }
    }
    guard let links, enters == true else { return }
    thread.perform { links.goOn(true, with: Change(value, stamp: stamp)) }
  }

  /// Stores what the thread's transaction has written. Called with the lock held.
  @inlinable
  func commit(_ index: Int, _ thread: GraphThread) {
    guard !node.has(.ended), let transaction = thread.transaction else { return }
    let write = transaction.writes[index]
    let box = unsafeDowncast(write.box, to: ValueBox<Value>.self)
    let value = box.value
    let stamp = state.pointee.links == nil ? 0 : write.stamp
    let delivery = exchange(
      &box.value, stamp, write.modification != nil, ownsBindings: write.owesBindings, thread)
    transaction.update(index) { $0.identity = node.pointee.identity }
    let handling = Trace.isOn ? node.noteSet(value) : nil
    guard delivery.isNeeded || handling != nil else { return }
    transaction.deliver { [self] in
      deliver(delivery, value, stamp)
      handling?.end()
    }
  }

  /// What the open batch has written.
  @usableFromInline var writtenValue: Value? {
    GraphThread.with { thread in
      thread.transaction?.write(of: node).map { unsafeDowncast($0.box, to: ValueBox<Value>.self).value }
    }
  }

  /// Attaches a subscriber that comes while a batch is open which has written to the source: it receives what was
  /// written, and joins the others when the batch ends.
  @usableFromInline
  func attachInBatch(_ sink: Sink<Value, Never>, _ subscription: Subscription, _ thread: GraphThread) -> Bool {
    guard let transaction = thread.transaction, let written = writtenValue else { return false }
    let (count, retained) = (transaction.count, retained)
    thread.perform { sink.next(written) }
    transaction.atEnd { [unowned transaction] isCommitted in
      let source = Source(retained)
      let write = transaction.write(of: source.node)
      source.withLock { source.watch() }.attach(sink, subscription) { join in
        let first = source.attach(join) { $0 }
        // It has received the value of the batch, unless that or another thread has set the source since.
        let isKnown = isCommitted && write.map { $0.last <= count && $0.identity == source.node.pointee.identity } ?? false
        return (isKnown ? [] : [first.0.first!], first.1)
      }
    }
    return true
  }
}
