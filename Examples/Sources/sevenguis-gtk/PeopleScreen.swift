import GtkControls
import Rill
import SevenGUIs

@MainActor final class PeopleScreen: Screen {
  let window: Window
  private let model = PeopleEditor()

  init() {
    let (prefix, name, surname, people) = (Entry(), Entry(), Entry(), SelectionList<Person.ID>())
    let (create, update, delete) = (Button("Create"), Button("Update"), Button("Delete"))
    window = Window(
      "CRUD",
      Column([
        Row([Label("Filter prefix:", width: 12), prefix.expanded()]),
        Row([
          ScrollView(people, height: 150),
          Column([Row([Label("Name:", width: 9), name]), Row([Label("Surname:", width: 9), surname])]),
        ]),
        Row([create, update, delete]),
      ]), width: 520, height: 260)
    prefix.channel(\.text) <~> channel(\.prefix, of: model)
    name.channel(\.text) <~> channel(\.name, of: model)
    surname.channel(\.text) <~> channel(\.surname, of: model)
    people.followSelecting(model.shown) { Label("\($0)") }
    people.channel(\.selection) <~> channel(\.selection, of: model)
    create.bind(model.create)
    update.bind(model.update)
    delete.bind(model.delete)
  }
}
