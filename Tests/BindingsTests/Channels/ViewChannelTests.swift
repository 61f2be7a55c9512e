import Rill
import TestSupport
import Testing

/// A text field of a toolkit: text that can be set, and an action for the edits of the user.
@MainActor
class TextField {
  var text = ""
  fileprivate var edited: ((String) -> Void)?

  /// The user types.
  func type(_ text: String) {
    self.text = text
    edited?(text)
  }
}

/// An adapter for a view of a toolkit.
@MainActor
private final class ChannelField: TextField {
  private let channel = Channel<String>()

  /// The end for models.
  var terminal: Terminal<String> { channel.leading }

  override init() {
    super.init()
    edited = { [channel] in channel.following.send($0) }
    bind(\.text, of: self, to: channel.following)
  }

  deinit { channel.leading.complete() }
}

/// A view bound to its own private property.
@MainActor
private final class PropertyField: TextField {
  private let edits = Channel<String>()
  private let shown = MutableProperty("")

  var terminal: Terminal<String> { edits.leading }

  override init() {
    super.init()
    edited = { [edits] in edits.following.send($0) }
    shown <~ edits.following
    bind(\.text, of: self, to: shown.signal.skip(1))
  }

  deinit { edits.leading.complete() }
}

struct FieldKind: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let make: @MainActor @Sendable () -> (field: TextField, terminal: Terminal<String>)
}

private let fields = [
  FieldKind(testDescription: "channel") {
    let field = ChannelField()
    return (field, field.terminal)
  },
  FieldKind(testDescription: "channel by way of a property") {
    let field = PropertyField()
    return (field, field.terminal)
  },
]

/// The original's examples for channels onto views.
@MainActor @Suite struct ViewChannelTests {
  private func listen(_ terminal: Terminal<String>) -> Heard<String> {
    let heard = Heard<String>()
    terminal.subscribe(next: { heard.append($0) }, completed: { heard.append("|") })
    return heard
  }

  @Test(arguments: fields) func noStartingValue(_ kind: FieldKind) {
    let (field, terminal) = kind.make()
    field.text = "before"
    #expect(listen(terminal).values.isEmpty)
    withExtendedLifetime(field) {}
  }

  @Test(arguments: fields) func aValueSentToTheTerminalIsShown(_ kind: FieldKind) {
    let (field, terminal) = kind.make()
    terminal.send("a")
    #expect(field.text == "a")
    terminal.send("b")
    #expect(field.text == "b")
  }

  @Test(arguments: fields) func aValueSentToTheTerminalHasNoEcho(_ kind: FieldKind) {
    let (field, terminal) = kind.make()
    let heard = listen(terminal)
    terminal.send("a")
    #expect(heard.values.isEmpty)
    withExtendedLifetime(field) {}
  }

  @Test(arguments: fields) func aSetByTheProgramSendsNothing(_ kind: FieldKind) {
    let (field, terminal) = kind.make()
    let heard = listen(terminal)
    field.text = "set"
    #expect(heard.values.isEmpty)
  }

  @Test(arguments: fields) func oneValueForEachEdit(_ kind: FieldKind) {
    let (field, terminal) = kind.make()
    let heard = listen(terminal)
    field.type("a")
    field.type("ab")
    field.type("ab")
    #expect(heard.values == ["a", "ab", "ab"])
  }

  @Test(arguments: fields) func editsAndSentValuesDoNotMix(_ kind: FieldKind) {
    let (field, terminal) = kind.make()
    let heard = listen(terminal)
    field.type("a")
    terminal.send("model")
    #expect(field.text == "model")
    field.type("b")
    #expect(heard.values == ["a", "b"])
  }

  @Test(arguments: fields) func itCompletesAndGoesWithTheView(_ kind: FieldKind) {
    var (field, terminal): (TextField?, Terminal<String>?) = kind.make()
    weak let weakField = field
    let heard = listen(terminal!)
    terminal = nil
    field = nil
    #expect(weakField == nil)
    #expect(heard.values == ["|"])
  }

  @Test(arguments: fields) func aFieldAndAModelStayEqual(_ kind: FieldKind) {
    let (field, terminal) = kind.make()
    let model = MutableProperty("start")
    terminal <~> model
    #expect(field.text == "start")
    field.type("typed")
    #expect(model.value == "typed")
    model.value = "set"
    #expect(field.text == "set")
  }
}
