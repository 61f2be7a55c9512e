import Controls

/// Without Apple's toolkits, the protocols for any other toolkit are available.
@MainActor final class Field: EditableControl {
  let changed = Subject<Void, Never>()
  var edits: Signal<Void, Never> { changed.signal }
  var text = ""
}

let field = Field()
let model = MutableProperty("draft")
field.channel(\.text) <~> model.terminal
field.text += ", typed"
field.changed.send()
precondition(model.value == "draft, typed")
print(model.value)
