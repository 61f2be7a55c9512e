import Rill
import StreamTesting
import Testing

@testable import Recipes

@MainActor @Suite struct UndoTests {
  private let time = TestScheduler()
  private let text = MutableProperty("")

  private func type(_ texts: String...) {
    for text in texts {
      self.text.value = text
      time.advance(by: .milliseconds(100))
    }
  }

  private func rest() { time.advance(by: .seconds(1)) }

  @Test func aWordIsAStep() {
    let history = TypingHistory(of: text, on: time)
    type("o", "on", "one")
    rest()
    type("one t", "one two")
    rest()
    history.undo.execute()
    #expect(text.value == "one")
    history.undo.execute()
    #expect(text.value == "")
    #expect(!history.undo.isEnabled)
    history.redo.execute()
    history.redo.execute()
    #expect(text.value == "one two")
    #expect(!history.redo.isEnabled)
  }

  @Test func theTextJustTypedIsUndoneWithoutWaiting() {
    let history = TypingHistory(of: text, on: time)
    type("one")
    rest()
    type("one t")
    history.undo.execute()
    #expect(text.value == "one")
    rest()
    history.redo.execute()
    #expect(text.value == "one t")
  }

  @Test func undoingIsNoStepOfItsOwn() {
    let history = TypingHistory(of: text, on: time)
    type("one")
    rest()
    history.undo.execute()
    rest()
    #expect(!history.undo.isEnabled)
    #expect(history.redo.isEnabled)
  }

  @Test func typingForgetsUndoneSteps() {
    let history = TypingHistory(of: text, on: time)
    var redoable: [Bool] = []
    history.redo.enabled.subscribe { redoable.append($0) }
    type("one")
    rest()
    history.undo.execute()
    type("two")
    #expect(redoable == [false, true, false])
    rest()
    history.undo.execute()
    history.redo.execute()
    #expect(text.value == "two")
  }

  @Test func theOldestStepsAreForgotten() {
    let history = TypingHistory(of: text, limit: 3, on: time)
    for number in 1...5 {
      type("\(number)")
      rest()
    }
    while history.undo.isEnabled { history.undo.execute() }
    #expect(text.value == "2")
  }

  @Test func itIsReleasedWhileTheDocumentLives() {
    var history: TypingHistory? = TypingHistory(of: text, on: time)
    weak let observed = history
    history?.undo.execute()
    history = nil
    #expect(observed == nil)
    type("nobody notes this")
  }
}
