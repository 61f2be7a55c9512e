import Rill
import SevenGUIs
import Testing

@MainActor @Suite struct PeopleEditorTests {
  private let editor = PeopleEditor()
  private var shown: [String] { editor.shown.value.map(\.description) }

  @Test func theFilterIsThePrefixOfTheSurname() {
    #expect(shown == ["Emil, Hans", "Mustermann, Max", "Tisch, Roman"])
    editor.prefix = "m"
    #expect(shown == ["Mustermann, Max"])
    editor.prefix = "x"
    #expect(shown == [])
    editor.prefix = ""
    #expect(shown.count == 3)
  }

  @Test func creatingNeedsAName() {
    #expect(!editor.create.isEnabled)
    (editor.name, editor.surname) = ("Ada", "Lovelace")
    editor.create.execute()
    #expect(shown == ["Emil, Hans", "Lovelace, Ada", "Mustermann, Max", "Tisch, Roman"])
  }

  @Test func aSelectionFillsTheFieldsAndCanBeUpdated() {
    #expect(!editor.update.isEnabled)
    editor.selection = 3
    #expect(editor.name == "Roman")
    #expect(editor.surname == "Tisch")
    editor.surname = "Adler"
    editor.update.execute()
    #expect(shown.first == "Adler, Roman")
    #expect(editor.selection == 3)
  }

  @Test func deletingEndsTheSelection() {
    editor.selection = 2
    editor.delete.execute()
    #expect(shown == ["Emil, Hans", "Tisch, Roman"])
    #expect(editor.selection == nil)
    #expect(!editor.delete.isEnabled)
  }

  @Test func aSelectionThatTheFilterHidesCannotBeDeleted() {
    editor.selection = 2
    editor.prefix = "T"
    #expect(!editor.delete.isEnabled)
    #expect(!editor.update.isEnabled)
    editor.prefix = ""
    #expect(editor.delete.isEnabled)
    #expect(editor.selected.value?.name == "Max")
  }
}
