public import StreamCore
public import Subjects
public import Synchronization

/// The part of a property that observers, bindings and derived properties know. It ends when the property is released.
@usableFromInline
final class Cell<Value: Sendable>: Sendable {
  @usableFromInline let hub = Hub<Change<Value>, Never>()
  @usableFromInline let present: Lock<Present<Value>>

  /// Whether Observation knows the property: see `Visibility`.
  @usableFromInline let visibility = Atomic(Visibility.unknown)

  @usableFromInline
  init(_ value: Value) { present = Lock(Present(value)) }

  /// What a reader gets.
  @inlinable var current: Change<Value> {
    willRead()
    return present.withLock { $0.change }
  }

  @inlinable var value: Value {
    willRead()
    return present.withLock { $0.change.value }
  }

  // MARK: Changing

  @inlinable
  func set(_ value: Value) { put { $0.next(value) } }

  /// Takes a change that came through a binding, unless a later one has come already.
  @inlinable
  func accept(_ change: Change<Value>) {
    put { present in
      present.isLinked = true
      guard change.stamp > present.change.stamp else { return nil }
      return Change(change.value, stamp: change.stamp, version: present.change.version &+ 1)
    }
  }

  /// Makes the value the latest change there is, without telling of it; `nil` after the end.
  @inlinable
  func claim() -> Change<Value>? {
    present.withLock { present in
      guard present.completion == nil else { return nil }
      present.isLinked = true
      let claimed = Change(present.change.value, stamp: nextStamp(), version: present.change.version)
      present.change = claimed
      return claimed
    }
  }

  /// From now on it matters when a change is made.
  @inlinable
  func link() { present.withLock { $0.isLinked = true } }

  /// Makes what `choose` returns the current value, and tells of it. `choose` runs under the lock, so it is the library's own code and calls nobody.
  @inlinable
  func put(_ choose: (inout Present<Value>) -> Change<Value>?) {
    guard openBatches.load(ordering: .relaxed) == 0 else { return putCarefully(choose) }
    var told: Change<Value>?
    // Holds what is replaced until the lock is free: releasing it may run anything.
    var replaced: Change<Value>?
    let needsCare = present.withLock { present in
      guard present.company == nil else { return true }
      guard present.completion == nil, var change = choose(&present) else { return false }
      if present.isObserved {
        if hub.enter(orLeave: change) { told = change }
      }
      present.store(&change)
      replaced = change
      return false
    }
    if let told { return hub.deliverAndLeave(told) }
    if needsCare { putInCompany(choose) }
    _ = replaced
  }

  /// As ``put(_:)``, where there are derived properties. Not inlined, so that others do not carry it, and yet made where the types are known.
  @inlinable
  @inline(never)
  func putInCompany(_ choose: (inout Present<Value>) -> Change<Value>?) {
    var told: Change<Value>?
    var replaced: Change<Value>?
    var dependents: [Dependency]?
    let needsCare = present.withLock { present in
      guard let company = present.company, company.hasOnlyDependents else { return true }
      guard present.completion == nil, var change = choose(&present) else { return false }
      if present.isObserved, hub.enter(orLeave: change) { told = change }
      dependents = company.dependents
      present.store(&change)
      replaced = change
      return false
    }
    if needsCare { return putCarefully(choose) }
    _ = replaced
    guard let dependents else { return }
    Turn.tell(dependents) {
      if let told { hub.deliverAndLeave(told) }
    }
  }

  /// No lock is held while `change` runs; where another thread was faster, it runs again.
  @inlinable
  func modify<Result, Thrown: Error>(
    _ change: (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    while true {
      let seen = present.withLock { present in
        present.modifiers += 1
        return present.change
      }
      var value = seen.value
      let result: Result
      do {
        result = try change(&value)
      } catch {
        present.withLock { $0.modifiers -= 1 }
        throw error
      }
      var isCurrent = true
      var hasChosen = false
      put { present in
        hasChosen = true
        present.modifiers -= 1
        isCurrent = present.change.version == seen.version || present.writer == currentThread
        return isCurrent ? present.next(value) : nil
      }
      if !hasChosen { present.withLock { $0.modifiers -= 1 } }
      if isCurrent { return result }
    }
  }

  /// As ``put(_:)``, where there may be a batch or an Observation too.
  @usableFromInline
  func putCarefully(_ choose: (inout Present<Value>) -> Change<Value>?) {
    let batch = Turn.current?.batch
    var registrar: Registrar?
    var replaced: Change<Value>?
    var told: Change<Value>?
    var dependents: [Dependency] = []
    present.withLock { present in
      guard present.completion == nil else { return }
      let before = present.change
      guard var change = choose(&present) else { return }
      if batch != nil || present.company?.held != nil {
        hold(&present, before, batch)
      } else {
        registrar = present.company?.registrar
        if present.isObserved, hub.enter(orLeave: change) { told = change }
        dependents = present.company?.dependents ?? []
      }
      present.store(&change)
      replaced = change
    }
    _ = replaced
    // Observation says that it announces a change before it is made. Who looks again at once, on another thread, would then see the old value and never
    // hear of the new one; so it hears when the property has it.
    registrar?.changed()
    Turn.tell(dependents) {
      if let told { hub.deliverAndLeave(told) }
    }
  }

  // MARK: Observing

  /// The current change, then every other, for the other end of a binding: from now on it matters when a change is made.
  @inlinable
  var changes: Signal<Change<Value>, Never> {
    Signal(attaching: { [self] sink, subscription in
      link()
      attach(sink, subscription)
    })
  }

  /// The current change, then every other.
  @inlinable
  func attach(_ sink: Sink<Change<Value>, Never>, _ subscription: Subscription) {
    present.withLock { $0.isObserved = true }
    hub.attach(sink, subscription, recalling: present)
  }

  /// The current value, then every other.
  @inlinable
  var values: Signal<Value, Never> {
    Signal(attaching: { [self] sink, subscription in
      attach(Sink(next: { sink.next($0.value) }, end: sink.end), subscription)
    })
  }

  // MARK: The end

  /// The property was released, or what fed it has ended.
  @usableFromInline
  func end() {
    var last: Change<Value>?
    var registrar: Registrar?
    var isObserved = false
    var company: Company<Value>?
    present.withLock { present in
      guard present.completion == nil else { return }
      isObserved = present.isObserved
      // What a batch has kept back is told now, since nobody will be there to tell it later.
      if present.company?.held != nil {
        last = present.change
        registrar = present.company?.registrar
      }
      company = present.company
      present.company = nil
      present.completion = .completed
    }
    registrar?.changed()
    if isObserved {
      if let last { hub.perform { [hub] in hub.deliver(last) } }
      Releasing.end(hub)
    }
    for dependent in company?.dependents ?? [] { dependent.sourceEnded() }
  }
}
