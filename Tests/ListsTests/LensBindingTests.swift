import Rill
import TestSupport
import Testing

/// Two-way bindings of ends without time stamps: a field, a row of a table, a linked property.
@Suite struct LensBindingTests {
  private struct Person: Identifiable, Equatable, Sendable {
    let id: Int
    var name: String
  }
  private struct Denied: Error {}

  @Test func aFieldThatABatchSetsBackIsPassedOn() {
    let (document, field) = (MutableProperty(Person(id: 1, name: "Ada")), MutableProperty(""))
    field <~> document[\.name]
    batch {
      field.value = "Grace"
      document.value.name = "Ada"
    }
    #expect(field.value == "Ada")
  }

  @Test func aFieldThatAHandlerSetsBackIsPassedOn() {
    let (document, field) = (MutableProperty(Person(id: 1, name: "Ada")), MutableProperty(""))
    let trigger = MutableProperty(0)
    field <~> document[\.name]
    trigger.skip(1).subscribe { _ in
      field.value = "Grace"
      document.value.name = "Ada"
    }
    trigger.value = 1
    #expect(field.value == "Ada")
  }

  @Test func aRowThatABatchInsertsAndRemovesIsPassedOn() {
    let (table, chosen) = (TableProperty<Int, Person>(), MutableProperty<Person?>(nil))
    chosen <~> table[id: 1]
    batch {
      chosen.value = Person(id: 1, name: "Ada")
      table[id: 1] = nil
    }
    #expect(chosen.value == nil)
  }

  @Test func aLinkedPropertyThatABatchSetsBackIsPassedOn() {
    let (source, field) = (MutableProperty(1), MutableProperty(0))
    let linked = source.linked()
    field <~> linked
    batch {
      field.value = 5
      linked.value = 1
    }
    #expect(field.value == 1)
  }

  @Test func aValueOfABatchThatThrewIsPassedOnLater() {
    let (document, field) = (MutableProperty(Person(id: 1, name: "Ada")), MutableProperty(""))
    field <~> document[\.name]
    try? batch {
      field.value = "Grace"
      throw Denied()
    }
    #expect(field.value == "Ada")
    document.value.name = "Grace"
    #expect(field.value == "Grace")
  }

  @Test func theBindingEndsWithTheDocument() {
    let field = MutableProperty("")
    var document: MutableProperty<Person>? = MutableProperty(Person(id: 1, name: "Ada"))
    let lens = document.map { $0[\.name].terminal }
    let isOver = MutableProperty(false)
    lens?.subscribe(next: { _ in }, completed: { isOver.value = true })
    if let lens { field <~> lens }
    field.value = "Grace"
    #expect(document?.value.name == "Grace")
    document = nil
    #expect(isOver.value)
    field.value = "Linus"
    #expect(field.value == "Linus")
  }

  @Test func aTerminalSendsEachValueOnce() {
    let document = MutableProperty(Person(id: 1, name: "Ada"))
    let heard = Heard<String>()
    document[\.name].terminal.subscribe { heard.append($0) }
    for name in ["Grace", "Linus"] { document.value.name = name }
    #expect(heard.values == ["Ada", "Grace", "Linus"])
  }

  @Test func aValueThatDiffersFromItselfIsPassedOn() {
    struct Place: Sendable { var height = 0.0 }
    let (place, field) = (MutableProperty(Place()), MutableProperty(1.0))
    field <~> place[\.height]
    place.value.height = .nan
    #expect(field.value.isNaN)
    field.value = 3
    #expect(place.value.height == 3)
    field.value = .nan
    #expect(place.value.height.isNaN)
    place.value.height = 4
    #expect(field.value == 4)
  }

  @Test func aValueThatDiffersFromItselfIsPassedOnBetweenFields() {
    struct Place: Sendable { var height = 0.0 }
    let (place, copy) = (MutableProperty(Place()), MutableProperty(Place()))
    copy[\.height] <~> place[\.height]
    place.value.height = .nan
    #expect(copy.value.height.isNaN)
    copy.value.height = 8
    #expect(place.value.height == 8)
  }
}
