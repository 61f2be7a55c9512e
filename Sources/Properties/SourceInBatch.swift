import StreamCore
public import StreamPrimitives
import StreamTracing
import Subjects

// What an open batch does with a source: only its thread sees that until the batch ends.
extension Source {
  @inlinable
  func write(_ value: Value, _ stamp: UInt64?, _ transaction: Transaction, _ thread: GraphThread) {
    let links = withLock { state.pointee.links }
    let stamp = stamp ?? (links == nil ? 0 : nextStamp())
    let index = transaction.write(ValueBox(value), to: node)
    thread.noteOwnWrite()
    let enters = links?.gate.enter()
    transaction.update(index) { write in
      write.base = nil
      write.changes = []
      write.stamp = stamp
      if enters == false { write.owesBindings = true }
    }
    guard let links, enters == true else { return }
    thread.perform { links.goOn(true, with: Change(value, stamp: stamp)) }
  }

  /// Stores what the thread's transaction has written.
  @inlinable
  func commit(_ index: Int, _ thread: GraphThread) {
    guard !node.has(.ended), let transaction = thread.transaction else { return }
    let write = transaction.writes[index]
    let box = unsafeDowncast(write.box, to: ValueBox<Value>.self)
    let value = box.value
    let stamp = state.pointee.links == nil ? 0 : write.stamp
    let watched = state.pointee.watchers != nil
    if watched {
      for skip in state.pointee.newcomers where skip.count >= write.last && skip.identity == node.pointee.identity {
        skip.isOn.store(true, ordering: .relaxed)
      }
    }
    let delivery = exchange(&box.value, stamp, write.base != nil, ownsBindings: write.owesBindings, thread)
    if watched, let delivery, delivery.hub?.enters == false {
      // Values of other threads come first, which are not to be skipped.
      for skip in state.pointee.newcomers { skip.isOn.store(false, ordering: .relaxed) }
    }
    state.pointee.newcomers.removeAll { $0.transaction == ObjectIdentifier(transaction) }
    let handling = Trace.isOn ? node.noteSet(value) : nil
    guard delivery != nil || handling != nil else { return }
    transaction.atEnd { [self] _ in
      if let delivery { deliver(delivery, value, stamp) }
      handling?.end()
    }
  }

  /// What the open batch has written.
  @usableFromInline var writtenValue: Value? {
    GraphThread.with { thread in
      thread.transaction?.write(of: node).map { unsafeDowncast($0.box, to: ValueBox<Value>.self).value }
    }
  }

  /// The sink of a subscriber that comes while a batch is open: what it has received is not sent to it again when the
  /// batch ends.
  @usableFromInline
  func newcomer(_ sink: Sink<Value, Never>, _ thread: GraphThread) -> Sink<Value, Never> {
    guard let transaction = thread.transaction, transaction.write(of: node) != nil else { return sink }
    let skip = withLock { () -> Newcomer in
      let skip = Newcomer(ObjectIdentifier(transaction), transaction.count, node.pointee.identity)
      state.pointee.newcomers.append(skip)
      return skip
    }
    let retained = retained
    transaction.atEnd { isCommitted in
      guard !isCommitted else { return }
      let source = Source(retained)
      let (hub, value) = source.withLock { () -> (Hub<Value, Never>, Value) in
        source.state.pointee.newcomers.removeAll { $0 === skip }
        return (source.watch(), source.node.value(Value.self))
      }
      hub.perform { sink.next(value) }
    }
    return Sink(
      next: { value in if !skip.isOn.exchange(false, ordering: .relaxed) { sink.next(value) } }, end: sink.end)
  }
}

/// A subscriber that came while a batch was open, and whether it has received what the batch sends at its end.
@usableFromInline
final class Newcomer: Sendable {
  @usableFromInline let transaction: ObjectIdentifier
  @usableFromInline let count: Int

  /// The identity of the value that other threads read at that time.
  @usableFromInline let identity: UInt64
  @usableFromInline let isOn = Atomic(false)

  init(_ transaction: ObjectIdentifier, _ count: Int, _ identity: UInt64) {
    self.transaction = transaction
    self.count = count
    self.identity = identity
  }
}
