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

  /// Stores a value.
  ///
  /// - Parameter count: Incremented if there is a property to set.
  /// - Returns: The property to set, without the lock, if the value has changed.
  mutating func update(_ value: Value, _ count: inout Int) -> MutableProperty<Value>? {
    if value == self.value { return nil }
    self.value = value
    if property != nil { count += 1 }
    return property
  }

  /// Stores a value.
  ///
  /// - Returns: The property to set, without the lock.
  mutating func set(_ value: Value) -> MutableProperty<Value>? {
    self.value = value
    return property
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
    var count = 0
    let (executing, executionsInFlight, enabled, policy, progress) = state.withLock { state in
      (
        state.properties!.executing.update(facts.isExecuting, &count),
        state.properties!.executionsInFlight.update(facts.executionsInFlight, &count),
        state.properties!.enabled.update(facts.isEnabled, &count),
        state.properties!.policy.update(facts.policy, &count),
        startsOver || !facts.isExecuting ? state.properties!.progress.update(nil, &count) : nil
      )
    }
    func change() {
      executing?.value = facts.isExecuting
      executionsInFlight?.value = facts.executionsInFlight
      enabled?.value = facts.isEnabled
      policy?.value = facts.policy
      progress?.value = nil
    }
    if count > 0 { outsideBatch { count > 1 ? batch { change() } : change() } }
  }

  /// Sets the progress. An equal fraction is set too, because another execution has reported it.
  func update(progress fraction: Double) {
    let progress = state.withLock { $0.properties!.progress.set(fraction) }
    outsideBatch { progress?.value = fraction }
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
