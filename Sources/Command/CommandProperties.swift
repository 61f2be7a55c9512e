import Properties
import StreamCore

/// The state of a command, as far as it concerns observers.
struct CommandFacts: Hashable, Sendable {
  let executionsInFlight: Int
  let isEnabled: Bool
  let policy: ExecutionPolicy

  var isExecuting: Bool { executionsInFlight > 0 }
}

/// The last value that was announced, and the property that has it.
///
/// There is no property until a caller has asked for it. It is a source, because observers of a source receive every
/// change immediately, also inside handlers of other properties. A derived property would send them the newest state,
/// after those handlers.
struct Announced<Value: Sendable & Equatable> {
  private var value: Value
  private(set) var property: MutableProperty<Value>?

  init(_ value: Value) { self.value = value }

  /// Stores a new value. If there is a property, adds its change, which the caller makes without the lock.
  mutating func update(_ value: Value, _ changes: inout [() -> Void], evenIfEqual: Bool = false) {
    guard evenIfEqual || value != self.value else { return }
    self.value = value
    if let property { changes.append { property.value = value } }
  }

  /// Returns the property, which is created for the first caller.
  mutating func use(_ callSite: CallSite) -> MutableProperty<Value> {
    if let property { return property }
    let property = MutableProperty(value, fileID: callSite.fileID, line: callSite.line)
    property.showToObservation()
    self.property = property
    return property
  }
}

/// The state of a command, as far as observers were notified of it.
struct CommandProperties {
  var enabled: Announced<Bool>
  var executing: Announced<Bool>
  var executionsInFlight: Announced<Int>
  var policy: Announced<ExecutionPolicy>
  var progress = Announced<Double?>(nil)

  init(_ facts: CommandFacts) {
    enabled = Announced(facts.isEnabled)
    executing = Announced(facts.isExecuting)
    executionsInFlight = Announced(facts.executionsInFlight)
    policy = Announced(facts.policy)
  }
}

extension CommandCore {
  /// Returns a property, which changes with the announcements from now on.
  func property<Value>(
    _ name: StaticString = #function, _ use: (inout CommandProperties, CallSite) -> MutableProperty<Value>
  ) -> Property<Value> {
    recordName(of: name)
    return state.withLock { use(&$0.properties!, callSite) }.property
  }

  /// Sets the properties that have changed.
  ///
  /// Several change in one step, so that derived properties never mix old and new state. A batch triples the cost of an
  /// execution, so there is none for a single property. They are not part of a batch of the caller, because an
  /// execution cannot be rolled back.
  func update(_ facts: CommandFacts, startsOver: Bool) {
    update { properties, changes in
      properties.executing.update(facts.isExecuting, &changes)
      properties.executionsInFlight.update(facts.executionsInFlight, &changes)
      properties.enabled.update(facts.isEnabled, &changes)
      properties.policy.update(facts.policy, &changes)
      if startsOver || !facts.isExecuting { properties.progress.update(nil, &changes) }
    }
  }

  /// Sets the progress. An equal fraction is set too, because another execution has reported it.
  func update(progress fraction: Double) { update { $0.progress.update(fraction, &$1, evenIfEqual: true) } }

  private func update(_ collect: (inout CommandProperties, inout [() -> Void]) -> Void) {
    var changes: [() -> Void] = []
    state.withLock { collect(&$0.properties!, &changes) }
    guard let first = changes.first else { return }
    outsideBatch { changes.count == 1 ? first() : batch { for change in changes { change() } } }
  }

  /// Ends the properties, which keep their values.
  func endProperties() {
    let properties = state.withLock { $0.properties }
    properties?.enabled.property?.end()
    properties?.executing.property?.end()
    properties?.executionsInFlight.property?.end()
    properties?.policy.property?.end()
    properties?.progress.property?.end()
  }
}
