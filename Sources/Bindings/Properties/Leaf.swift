import StreamCore
import Subjects

/// A source of derived state, without its type: a property that is set and not computed.
@usableFromInline
protocol Leaf: AnyObject, Sendable {
  func lock()
  func unlock()

  /// The change that a view of this source shows. Called with the lock held, as are those that follow.
  func capture(_ view: Moment.View) -> Captured
  var hasEnded: Bool { get }

  /// Adds a derived property to those that hear of changes, unless the source has ended; takes one out.
  func add(_ dependency: Dependency)
  func remove(_ node: any AnyObject & Sendable)

  /// The version of the change that it has now. Called without the lock.
  var version: UInt { get }

  /// Tells Observation that the change of this version was read, if it is to know. Called without the lock.
  func didRead(_ version: UInt)

  /// Ends the holding back that a batch began. Called with the lock held.
  func release() -> Released?
}

/// What a source tells when a batch is over.
@usableFromInline
struct Released {
  let dependents: [Dependency]
  let changed: (() -> Void)?
  let deliver: (() -> Void)?
}

extension Leaf {
  @inlinable
  func locked<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}

extension Cell: Leaf {
  @usableFromInline func lock() { present.lock() }
  @usableFromInline func unlock() { present.unlock() }

  @inlinable
  func capture(_ view: Moment.View) -> Captured {
    let change = present.state.change(view)
    return Captured(version: change.version, box: CapturedChange(change))
  }

  @usableFromInline var version: UInt {
    lock()
    defer { unlock() }
    return present.state.change.version
  }

  @usableFromInline var hasEnded: Bool { present.state.completion != nil }

  @usableFromInline
  func add(_ dependency: Dependency) {
    guard !hasEnded else { return }
    company(in: &present.state).dependents.append(dependency)
  }

  @usableFromInline
  func remove(_ node: any AnyObject & Sendable) {
    guard let company = present.state.company else { return }
    company.dependents.removeAll { $0.node === node }
    if company.isEmpty { present.state.company = nil }
  }

  private func company(in present: inout Present<Value>) -> Company<Value> {
    if let company = present.company { return company }
    let company = Company<Value>()
    present.company = company
    return company
  }

  // MARK: Batches

  /// Keeps a change back until the batch is over: the one that is going on on this thread, or the one that has this property already.
  func hold(_ present: inout Present<Value>, _ before: Change<Value>, _ batch: Batch?) {
    let company = company(in: &present)
    if company.held == nil, let batch {
      company.held = before
      company.batch = batch
      batch.add(self)
    } else if let batch, let other = company.batch {
      Batch.join(batch, other)
    }
  }

  @usableFromInline
  func release() -> Released? {
    guard let company = present.state.company, company.held != nil else { return nil }
    company.held = nil
    company.batch = nil
    let dependents = company.dependents
    if company.isEmpty { present.state.company = nil }
    let change = present.state.change
    let isEntered = present.state.isObserved && hub.enter(orLeave: change)
    let registrar = company.registrar
    return Released(
      dependents: dependents, changed: registrar.map { registrar in { registrar.changed() } },
      deliver: isEntered ? { [hub] in hub.deliverAndLeave(change) } : nil)
  }

  // MARK: Observation

  var registrar: Registrar {
    present.withLock { present in
      guard present.completion == nil else { return Registrar() }
      let company = company(in: &present)
      if let registrar = company.registrar { return registrar }
      let registrar = Registrar()
      company.registrar = registrar
      return registrar
    }
  }
}
