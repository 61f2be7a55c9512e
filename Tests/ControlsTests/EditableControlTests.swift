import Dispatch
import Rill
import TestSupport
import Testing

/// An entry of a toolkit that reports every change of its text, the program's too, as those of GTK do.
@MainActor private final class Entry: EditableControl {
  let changed = Subject<Void, Never>()
  var text: String? = "" {
    didSet { changed.send() }
  }
  var edits: Signal<Void, Never> { changed.signal }
}

/// A control that reports the edits of its user only.
@MainActor private final class Slider: EditableControl {
  let moved = Subject<Void, Never>()
  var position = 0.0
  var edits: Signal<Void, Never> { moved.signal }

  func move(to position: Double) {
    self.position = position
    moved.send()
  }
}

@MainActor @Suite struct EditableControlTests {
  @Test func theModelIsShown_andNotEchoed() {
    let (entry, text) = (Entry(), MutableProperty("draft"))
    entry.channel(\.text) <~> text.terminal
    let heard = Heard<String>()
    text.subscribe { heard.append($0) }
    #expect(entry.text == "draft")
    text.value = "model"
    entry.text = "typed"
    #expect(entry.text == "typed")
    #expect(heard.values == ["draft", "model", "typed"])
  }

  @Test func anEmptyControlDoesNotOverwriteTheModel() {
    let (entry, text) = (Entry(), MutableProperty("draft"))
    text.terminal <~> entry.channel(\.text)
    #expect(text.value == "draft")
    #expect(entry.text == "draft")
  }

  @Test func anEditInTheHandlerOfTheFirstValueIsReceived() {
    let (entry, heard) = (Entry(), Heard<String>())
    let handle = entry.signal(for: \.text).subscribe { text in
      heard.append(text)
      if text.isEmpty { entry.text = "typed" }
    }
    #expect(heard.values == ["", "typed"])
    handle.dispose()
  }

  @Test func aMissingTextIsEmpty() {
    let (entry, text) = (Entry(), MutableProperty("draft"))
    entry.channel(\.text) <~> text.terminal
    entry.text = nil
    #expect(text.value == "")
  }

  @Test func aConversionThatLosesSomethingLeavesTheControlAsItWasSet() {
    let (slider, volume) = (Slider(), MutableProperty(3))
    slider.channel(\.position) <~> volume.converted(to: { Double($0) }, from: { Int($0) })
    slider.move(to: 2.7)
    #expect(volume.value == 2)
    #expect(slider.position == 2.7)
  }

  @Test func theSignalBeginsWithTheValue_andSendsEdits() {
    let slider = Slider()
    slider.position = 1
    let heard = Heard<Double>()
    slider.signal(for: \.position).subscribe { heard.append($0) }
    slider.position = 2
    slider.move(to: 3)
    #expect(heard.values == [1, 3])
  }

  @Test func itEndsWithTheControl() {
    let text = MutableProperty("draft")
    var entry: Entry? = Entry()
    let binding = entry!.channel(\.text) <~> text.terminal
    weak let gone = entry
    entry = nil
    #expect(gone == nil)
    #expect(binding.isDisposed)
  }

  @Test func aChainThroughTwoControlsAgrees() {
    let (one, other, text) = (Entry(), Entry(), MutableProperty("draft"))
    one.channel(\.text) <~> text.terminal
    other.channel(\.text) <~> text.terminal
    one.text = "one"
    #expect(other.text == "one")
    other.text = "other"
    #expect(one.text == "other")
    #expect(text.value == "other")
  }

  /// A value from another thread arrives a hop later. An edit made before that is the later change.
  @Test func anEditWinsOverAValueThatIsUnderway() async {
    let (slider, volume) = (Slider(), MutableProperty(0.0))
    slider.channel(\.position) <~> volume.terminal
    waitingForAnotherThread { volume.value = 5 }
    #expect(slider.position == 0)
    slider.move(to: 7)
    await hear { volume.value == 7 }
    for _ in 0..<10 { await Task.yield() }
    #expect(slider.position == 7)
    waitingForAnotherThread { volume.value = 8 }
    await hear { slider.position == 8 }
  }

  @Test func threadsChangeTheModelWhileTheUserTypes() async {
    let (one, other, text) = (Entry(), Entry(), MutableProperty(""))
    one.channel(\.text) <~> text.terminal
    other.channel(\.text) <~> text.terminal
    let others = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for thread in 0..<8 {
          group.addTask { for number in 0..<100 { text.value = "\(thread) \(number)" } }
        }
      }
    }
    for number in 0..<100 {
      one.text = "typed \(number)"
      await Task.yield()
    }
    await others.value
    await hear { one.text == text.value && other.text == text.value }
    one.text = "last"
    #expect(text.value == "last")
    #expect(other.text == "last")
  }

  @Test func aPropertyThatMayBeMissingIsBoundToOneThatIsNot() {
    let (entry, status) = (Entry(), MutableProperty("new"))
    bind(\.text, of: entry, to: status)
    status.value = "saved"
    #expect(entry.text == "saved")
  }
}

private func waitingForAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    body()
    done.signal()
  }
  done.wait()
}

/// Waits for values in flight to the main actor.
@MainActor private func hear(_ condition: @MainActor () -> Bool) async {
  while !condition() { await Task.yield() }
}
