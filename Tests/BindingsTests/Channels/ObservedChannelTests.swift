import Observation
import Rill
import Testing

@MainActor private class Citizen: Observable {
  @Observed var name = "Ada"
  @Observed var age = 36

  /// Of the same type as another, and computed from it.
  var nextAge: Int {
    get { age + 1 }
    set { age = newValue - 1 }
  }
}

@MainActor private final class Writer: Citizen {
  @Observed var title = "Notes"
}

@MainActor private func trap() { _ = channel(\.nextAge, of: Citizen()) }

@MainActor @Suite struct ObservedChannelTests {
  @Test func aKeyPathLeadsToItsOwnProperty() {
    let person = Citizen()
    let (name, age) = (MutableProperty(""), MutableProperty(0))
    name <~> channel(\.name, of: person)
    age <~> channel(\.age, of: person)
    #expect(name.value == "Ada")
    #expect(age.value == 36)
    age.value = 37
    #expect(person.age == 37)
    #expect(person.name == "Ada")
  }

  @Test func alsoToOneOfAClassAbove() {
    let author = Writer()
    let (name, title) = (MutableProperty(""), MutableProperty(""))
    name <~> channel(\Citizen.name, of: author)
    title <~> channel(\.title, of: author)
    name.value = "Grace"
    title.value = "Compilers"
    #expect(author.name == "Grace")
    #expect(author.title == "Compilers")
  }

  @Test func aBindingToAComputedPropertyGoesThroughItsSetter() {
    let person = Citizen()
    let ages = Subject<Int, Never>()
    let binding = bind(\.nextAge, of: person, to: ages)
    ages.send(41)
    #expect(person.age == 40)
    #expect(!binding.isDisposed)
    binding.dispose()
  }

  @Test func aComputedPropertyHasNoChannel() async {
    await #expect(processExitsWith: .failure) {
      await trap()
    }
  }
}

/// A class that is seen by Observation, and wires itself.
@MainActor private final class Draft: Observable {
  @Observed var title = "draft"
  @Observed private(set) var edits = 0
  let field = MutableProperty("")

  func begin() {
    field <~> channel(\.title, of: self)
    modify(\.edits, of: self) { $0 += 1 }
  }
}

extension ObservedChannelTests {
  @Test func aClassUsesItsOwnKeyPaths() {
    let draft = Draft()
    draft.begin()
    draft.field.value = "edited"
    #expect(draft.title == "edited")
    #expect(draft.$edits.value == 1)
  }
}
