import Rill

/// A person in a list of names.
public struct Person: Identifiable, Equatable, Sendable, CustomStringConvertible {
  public let id: Int
  public var name: String
  public var surname: String

  public var description: String { "\(surname), \(name)" }
}

/// A list of names that is filtered, and in which one is selected to be changed.
@MainActor
public final class PeopleEditor {
  /// The beginning of the surnames that are shown.
  @Observed public var prefix = ""
  @Observed public var name = ""
  @Observed public var surname = ""
  @Observed public var selection: Person.ID?

  /// The people that pass the filter, by their surnames.
  public private(set) lazy var shown =
    people
    .filter { [prefix = $prefix] in $0.surname.lowercased().hasPrefix(prefix.value.lowercased()) }
    .sorted { ($0.surname, $0.name) < ($1.surname, $1.name) }

  /// The selected person, if the filter shows them.
  public private(set) lazy var selected = shown.first { [selection = $selection] in $0.id == selection.value }

  public private(set) lazy var create = Command(self, enabledIf: hasName) { editor in
    editor.lastID += 1
    editor.people[id: editor.lastID] = Person(id: editor.lastID, name: editor.name, surname: editor.surname)
  }

  public private(set) lazy var update = Command(self, enabledIf: Property(isSelected, hasName) { $0 && $1 }) { editor in
    guard let id = editor.selected.value?.id else { return }
    editor.people[id: id] = Person(id: id, name: editor.name, surname: editor.surname)
  }

  public private(set) lazy var delete = Command(self, enabledIf: isSelected) { editor in
    guard let id = editor.selected.value?.id else { return }
    editor.people[id: id] = nil
    editor.selection = nil
  }

  private let people = TableProperty<Person.ID, Person>([
    Person(id: 1, name: "Hans", surname: "Emil"), Person(id: 2, name: "Max", surname: "Mustermann"),
    Person(id: 3, name: "Roman", surname: "Tisch"),
  ])
  private var lastID = 3
  private lazy var isSelected = selected.map { $0 != nil }.distinctUntilChanged()
  private lazy var hasName = Property($name, $surname) { !$0.isEmpty || !$1.isEmpty }.distinctUntilChanged()

  public init() {
    $selection.distinctUntilChanged().subscribe(with: self) { editor, id in
      guard let id, let person = editor.people[id: id] else { return }
      (editor.name, editor.surname) = (person.name, person.surname)
    }
  }
}
