/// A value that can be watched: what a model is made of.
///
///     property     a---b---c|          set to b, set to c, released
///     subscriber   a---b---c|
///
/// A subscriber gets the current value at once, and then every change, when the property has it already. All subscribers hear of changes in one order,
/// one after another; a property that is set from inside a handler has its new value at once, and tells of it after the change being told. It may be
/// read and set from any thread. When the property is released, its streams complete.
public final class MutableProperty<Value: Sendable>: StreamProtocol {
  private let changes: BehaviorSubject<Change<Value>, Never>

  /// A property with a value to start with.
  public init(_ value: Value) {
    changes = BehaviorSubject(Change(value))
  }

  /// The current value.
  public var value: Value {
    get { changes.value.value }
    set { changes.value = Change(newValue) }
  }

  /// Changes the value in one step: no other change comes between reading it and setting it.
  public func modify(_ change: (inout Value) -> Void) {
    changes.modify { current in
      var value = current.value
      change(&value)
      current = Change(value)
    }
  }

  /// The current value, then every change.
  public var signal: Signal<Value, Never> { changes.signal.map(\.value) }

  /// One end of a two-way binding.
  public var terminal: Terminal<Value> {
    Terminal(
      changes: changes.signal,
      claim: { [weak changes] in changes?.amend { Change($0.value) } },
      accept: { [weak changes] in changes?.accept($0) })
  }
}

extension BehaviorSubject {
  /// Takes a change that came through a binding, unless a later one has come already.
  fileprivate func accept<Inner: Sendable>(_ change: Change<Inner>) where Value == Change<Inner> {
    replace { change.stamp > $0.stamp ? change : nil }
  }
}
