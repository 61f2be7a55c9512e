import Properties
import StreamCore
import StreamPrimitives

/// The state of a command, as far as it concerns observers.
struct CommandFacts: Sendable {
  let executionsInFlight: Int
  let isEnabled: Bool
  let policy: ExecutionPolicy

  var isExecuting: Bool { executionsInFlight > 0 }
}

/// The properties of a command: its state, as far as observers were notified of it.
///
/// They are sources, because observers of a source receive every change immediately, also inside handlers of other
/// properties. A derived property would send them the newest state, after those handlers.
final class CommandProperties: Sendable {
  let enabled: MutableProperty<Bool>
  let executing: MutableProperty<Bool>
  let executionsInFlight: MutableProperty<Int>
  let policy: MutableProperty<ExecutionPolicy>
  let progress: MutableProperty<Double?>

  /// The properties that callers have asked for, one bit each.
  let inUse = Atomic<UInt8>(0)

  /// The values of the properties. They are kept here because reading a property makes it known to Observation.
  ///
  /// Guarded by: the gate of announcements (only the draining thread touches it).
  @exclusivity(unchecked) nonisolated(unsafe) private var facts: CommandFacts
  @exclusivity(unchecked) nonisolated(unsafe) private var hasProgress = false

  init(_ facts: CommandFacts, _ callSite: CallSite) {
    func property<Value: Sendable>(_ value: Value) -> MutableProperty<Value> {
      let property = MutableProperty(value, fileID: callSite.fileID, line: callSite.line)
      property.showToObservation()
      return property
    }
    self.facts = facts
    enabled = property(facts.isEnabled)
    executing = property(facts.isExecuting)
    executionsInFlight = property(facts.executionsInFlight)
    policy = property(facts.policy)
    progress = property(nil)
  }

  /// Sets the properties that have changed.
  ///
  /// If callers use several properties they change in one step, so that derived properties never mix old and new state.
  /// A batch triples the cost of an execution, so there is none for a single property. They are not part of a batch of
  /// the caller, because an execution cannot be rolled back.
  func update(_ new: CommandFacts, startsOver: Bool) {
    let old = facts
    facts = new
    func change() {
      if new.isExecuting != old.isExecuting { executing.value = new.isExecuting }
      if new.executionsInFlight != old.executionsInFlight { executionsInFlight.value = new.executionsInFlight }
      if new.isEnabled != old.isEnabled { enabled.value = new.isEnabled }
      if new.policy != old.policy { policy.value = new.policy }
      if hasProgress, startsOver || !new.isExecuting {
        hasProgress = false
        progress.value = nil
      }
    }
    let isOneStep = inUse.load(ordering: .relaxed).nonzeroBitCount > 1
    outsideBatch { if isOneStep { batch(change) } else { change() } }
  }

  /// Sets the progress, also to an equal fraction: that is another execution's.
  func update(progress fraction: Double) {
    hasProgress = true
    outsideBatch { progress.value = fraction }
  }

  /// Ends the properties, which keep their values.
  func end() {
    enabled.end()
    executing.end()
    executionsInFlight.end()
    policy.end()
    progress.end()
  }
}
