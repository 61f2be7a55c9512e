import Rill

struct Contact: Identifiable, Equatable, Sendable {
  let id: Int
  var name: String

  func matches(_ text: String) -> Bool { text.isEmpty || name.contains(text) }
}

/// A list of contacts, and those whose names have the text of a field.
@MainActor
final class ContactSearch {
  let contacts: ObservableList<Contact>
  let text = MutableProperty("")
  let found: DerivedList<Contact>

  init(_ contacts: [Contact], pause: Duration = .milliseconds(100), on scheduler: some Scheduler = .main) {
    self.contacts = ObservableList(contacts)
    let wanted = Property(initial: "", then: text.debounce(for: pause, on: scheduler))
    found = self.contacts.filter { $0.matches(wanted.value) }
  }
}
