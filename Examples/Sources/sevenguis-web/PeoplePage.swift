import Rill
import SevenGUIs
import WebElements

final class PeoplePage: Page {
  private let model = PeopleEditor()
  private let prefix = TextField("prefix", limit: 40)
  private let people = Choice("people")
  private let name = TextField("name", limit: 40)
  private let surname = TextField("surname", limit: 40)
  private let create = Button("create")
  private let update = Button("update")
  private let delete = Button("delete")

  var elements: [any Element] { [prefix, people, name, surname, create, update, delete] }

  init() {
    prefix.text <~> channel(\.prefix, of: model)
    name.text <~> channel(\.name, of: model)
    surname.text <~> channel(\.surname, of: model)
    people.items <~ model.shown.property.map { $0.map(\.description) }
    // The number of a line in the list belongs to a person.
    let shown = model.shown
    people.selection <~ Property(shown.property, model.$selection) { people, id in people.firstIndex { $0.id == id } }
    people.selections.subscribe(with: model) { model, index in model.selection = shown[index].id }
    create.bind(model.create)
    update.bind(model.update)
    delete.bind(model.delete)
  }
}
