import StreamCore

/// For the layers above, which compare what a subject has with what they want to put there. `choose` runs under the
/// subject's lock, so it is the library's own code and calls nobody.
extension BehaviorSubject {
  /// Makes what `choose` returns the current value and sends it; `nil` leaves everything as it was.
  package func replace(_ choose: (Value) -> Value?) {
    var chosen: Value?
    // Holds what is replaced until the lock is free: releasing it may run anything.
    var replaced: Value?
    let entered = present.withLock { present in
      guard present.completion == nil, let value = choose(present.value) else { return false }
      chosen = value
      replaced = value
      present.store(&replaced!)
      return hub.enter(orLeave: value)
    }
    if let chosen { hub.goOn(entered, with: chosen) }
  }
}
