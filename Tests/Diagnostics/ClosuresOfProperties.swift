// A mistake in the closure of a property, or in a binding, has an error message about that mistake.
import Rill

func computing(_ name: MutableProperty<String>, _ age: MutableProperty<Int>, _ words: Subject<String, Never>) {
  let _: Property<Int> = Property { name.value }  // error: 'String' to closure result type 'Int'
  _ = Property { name.valeu }  // error: value of type 'MutableProperty<String>' has no member 'valeu'
  _ = Property { name.value.foo }  // error: value of type 'String' has no member 'foo'
  _ = Property(name, age) { $0.count + $1.foo }  // error: value of type 'Int' has no member 'foo'
  _ = Property(name, age) { $0 + $1 }  // error: operands of type 'String' and 'Int'
  _ = Property(name, words) { $0 + $1 }  // error: requires that 'Subject<String, Never>' conform to 'PropertyProtocol'
  _ = name.map { $0.foo }  // error: value of type 'String' has no member 'foo'
}

func snapshots(_ age: MutableProperty<Int>, _ name: MutableProperty<String>) {
  _ = Property(age.value + age.value)  // error: Property { a.value + b.value }
  _ = Property("\(name.value) \(age.value)")  // error: Property { a.value + b.value }
  let _: Property<Int> = Property(age.value)  // error: Property { a.value + b.value }
  _ = Property(constant: age.value)
  _ = Property(age)
}

@MainActor func binding(
  _ model: SearchModel, _ name: MutableProperty<String>, _ age: MutableProperty<Int>, _ words: Subject<String, Never>,
  _ answers: Signal<String, SearchError>
) {
  name <~ age  // error: operands of type 'MutableProperty<String>' and 'MutableProperty<Int>'
  age <~ words  // error: operands of type 'MutableProperty<Int>' and 'Subject<String, Never>'
  age <~ words.map { $0.foo }  // error: value of type 'String' has no member 'foo'
  name <~ answers  // error: requires the types 'SearchError' and 'Never' be equivalent
  bind(\.title, of: model, to: words.map { $0.foo })  // error: value of type 'String' has no member 'foo'
  bind(\.title, of: model, to: age)  // error: 'ReferenceWritableKeyPath<SearchModel, Int>'
  bind(\.title, of: model, to: answers)  // error: The stream can fail
  bind(\.titel, of: model, to: words)  // error: has no member 'titel' // error: cannot convert value of type 'KeyPath
}

@MainActor func joining(
  _ model: SearchModel, _ yes: MutableProperty<Bool>, _ no: MutableProperty<Bool>, _ age: MutableProperty<Int>,
  _ name: MutableProperty<String>
) {
  model.$text <~> model.$text  // error: An end is read-only
  model.$count <~> age  // error: An end is read-only
  name <~> age  // error: operator function '<~>' requires the types
  name <~> age.converted(to: { "\($0)" }, from: { Int($0) ?? 0 })
  name <~> age.converted(to: { "\($0)" }, from: { $0.count + foo })  // error: cannot find 'foo'
  name <~> model.$count.converted(to: { "\($0)" }, from: { Int($0) ?? 0 })  // error: The property is read-only
  _ = Command(enabledIf: yes && no) { (x: Int) in Signal<Int, Never>.just(x) }  // error: a.value && b.value
  _ = Command(enabledIf: yes || no) { (x: Int) in Signal<Int, Never>.just(x) }  // error: a.value || b.value
  _ = Command(enabledIf: !yes) { (x: Int) in Signal<Int, Never>.just(x) }  // error: Write 'property.map { !$0 }'
  _ = Property(age, age, age, age, age, age, age) { a, b, c, d, e, f, g in a + g }
  _ = Property(age, age, age, age, age) { a, b, c, d, e in a + e.foo }  // error: 'Int' has no member 'foo'
  _ = Property(age, age, age, age) { a, b, c, d in a + d.foo }  // error: value of type 'Int' has no member 'foo'
}

struct Copied {
  @Observed var count = 1  // error: @Observed is for properties of a class
}
