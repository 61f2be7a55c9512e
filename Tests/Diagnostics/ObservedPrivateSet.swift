// Code outside the class can watch a property with a private setter, and not set it. So the class has its own file.
import Rill

@MainActor func setFromOutside(_ model: StatusModel, _ words: Subject<String, Never>) {
  // Public state of the class can be read, watched and derived from.
  _ = model.status
  model.$status.subscribe { print($0) }
  let _: Property<Int> = model.$status.map(\.count)

  model.status = "x"  // error: setter is inaccessible
  model.$status.value = "x"  // error: 'value' is a get-only property
  model.$status.modify { $0 = "x" }  // error: has no member 'modify'
  model.$status.terminal.send("x")  // error: has no member 'terminal'
  modify(\.status, of: model) { $0 = "x" }  // error: ReferenceWritableKeyPath<StatusModel, String>
  channel(\.status, of: model).send("x")  // error: ReferenceWritableKeyPath<StatusModel, String>
  bind(\.status, of: model, to: words)  // error: ReferenceWritableKeyPath<StatusModel, String>
  _ = ValidatingProperty(\.status, of: model, rule: rule)  // error: ReferenceWritableKeyPath<StatusModel, String>
}

@MainActor func bindFromOutside(_ model: StatusModel, _ words: Subject<String, Never>) {
  model.$status <~ words  // error: 'Property<String>'
}

@Sendable func rule(_ status: String) -> Verdict<String, Never> { .valid }
