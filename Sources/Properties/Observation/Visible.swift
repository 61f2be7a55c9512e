import Observation
import StreamCore
import StreamPrimitives

/// Whether the class that has a property is `Observable`.
@usableFromInline
enum Visibility {
  /// The property has not been accessed through its class yet.
  static var unknown: UInt8 { 0 }

  /// The class is not `Observable`.
  static var hidden: UInt8 { 1 }
  @usableFromInline static var visible: UInt8 { 2 }
}

extension Source {
  /// Finds out whether the class that has the property is `Observable`.
  ///
  /// - Parameter storage: The key path of the wrapper, which names the property in recordings.
  @usableFromInline
  func meet<Owner: AnyObject>(_ owner: Owner.Type, _ storage: AnyKeyPath? = nil) {
    if state.pointee.visibility.load(ordering: .relaxed) == Visibility.unknown { learn(owner, storage) }
  }

  func learn<Owner: AnyObject>(_ owner: Owner.Type, _ storage: AnyKeyPath?) {
    if Trace.isOn, let storage { node.noteName(storage) }
    let isVisible = owner is any Observable.Type
    if isVisible { GraphThread.with { $0.show(node) } }
    state.pointee.visibility.store(isVisible ? Visibility.visible : Visibility.hidden, ordering: .relaxed)
  }
}

extension MutableProperty {
  /// Makes the property known to Observation.
  @usableFromInline
  package func showToObservation() { source.meet(Registrar.self) }
}

extension GraphThread {
  /// Makes a node, and all nodes that are derived from it, visible to Observation.
  func show(_ node: NodeRef) {
    lock(node)
    insert(.isVisible, from: node)
    unlock()
  }

  /// Whether Observation is tracking the reads of this thread. Called without the lock.
  @usableFromInline var isObserved: Bool { Audience.isListening(on: self) }

  /// Reads a property for Observation: an observer of the node reports its first unequal value, and then ends.
  @usableFromInline
  func readVisibly<Value>(_ node: NodeRef, _ type: Value.Type) -> Value {
    while true {
      let registrar = watch(node, Value.self)
      registrar.access()
      lock(node)
      let value = readEvaluating(node, Value.self)
      // The value may differ from that of the watch, whose observer cannot compare them.
      if transaction.hasWrites || !node.isClean || node.pointee.identity != registrar.seen.load(ordering: .relaxed) {
        registrar.seen.store(0, ordering: .relaxed)
      }
      unlock()
      finish()
      if transaction.hasWrites { return value }
      // If the node has changed meanwhile, the watch is over.
      if Registrar.known.withLock({ $0[Registrar.Key(node)] === registrar }) || isEnded(node) { return value }
    }
  }

  private func isEnded(_ node: NodeRef) -> Bool {
    lock(node)
    defer { unlock() }
    return node.has(.ended)
  }

  private func watch<Value>(_ node: NodeRef, _ type: Value.Type) -> Registrar {
    let key = Registrar.Key(node)
    // A value that depends on writes of the batch has its own watch: other readers have not received it.
    let isShared = !transaction.hasWrites
    if isShared, let known = Registrar.known.withLock({ $0[key] }) { return known }
    let registrar = Registrar()
    lock(node)
    var (value, identity, isPrivate): (Value?, UInt64, Bool) = (nil, 0, false)
    let actor = evaluate(node) {
      value = self.value(of: node, Value.self)
      identity = resolve(node, &isPrivate) ?? 0
    }
    if actor != nil { trapOffActor(node) }
    guard !node.has(.ended) else {
      unlock()
      return registrar
    }
    let other = Registrar.known.withLock { known -> Registrar? in
      if let other = known[key], isShared { return other }
      if isShared { known[key] = registrar }
      return nil
    }
    if let other {
      unlock()
      return other
    }
    nonisolated(unsafe) let seen = value.unsafelyUnwrapped
    registrar.seen.store(identity, ordering: .relaxed)
    let observer = observer(of: node) { observer, action, thread in
      switch action {
      case .compute:
        let identity = observer.input(0).pointee.identity
        var value: Value? = thread.value(of: observer.input(0), Value.self)
        thread.runHandler(observer) {
          let known = registrar.seen.load(ordering: .relaxed)
          let isEqual = known != 0 && areEqual(seen, value.unsafelyUnwrapped)
          value = nil
          if isEqual, registrar.rename(known, to: identity) { return }
          registrar.forget(key)
          thread.dispose(observer)
          registrar.changed()
        }
      case .end: registrar.forget(key)
      case .copy, .copyOld, .forgetOld, .forgetPart, .commit, .destroy, .dispose, .watch: break
      }
    }
    observer.pointee.validAt = version
    observer.pointee.firstInput?.pointee.seen = identity
    observer.pointee.isClean = true
    // Another thread may have changed the node meanwhile.
    if isPrivate || !node.isClean { notifyLater(observer) }
    unlock()
    return registrar
  }
}

/// Whether two values are equal. Values that cannot be compared are not.
private func areEqual<Value>(_ one: Value, _ other: Value) -> Bool {
  func isEqual<Known: Equatable>(_ known: Known) -> Bool { (other as? Known).map { $0 == known } ?? false }
  return (one as? any Equatable).map { isEqual($0) } ?? false
}
