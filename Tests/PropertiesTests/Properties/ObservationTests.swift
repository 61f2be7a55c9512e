import Observation
import Rill
import TestSupport
import Testing

/// Conforms by hand: its properties are the library's.
private final class Plain: Observable, @unchecked Sendable {
  @Observed var email = ""
  @Observed var name = ""
}

@MainActor private final class OnMain: Observable {
  @Observed var email = ""
  lazy var isLong = $email.map { $0.count > 3 }
}

@MainActor @Observable private final class Macro {
  var first = "Ada"
  var last = "Lovelace"
  @ObservationIgnored @Observed var visits = 0
}

@MainActor @Observable private final class Opted: EveryChange {
  @ObservationIgnored let _$observationRegistrar = ChangeRegistrar()
  var email = "a"
  var list = [1]
}

private enum Reason: Error { case empty }

private actor Worker {
  @Observed var progress = 0

  var changes: Property<Int> { $progress.property }
  func work() { for step in 1...3 { progress = step } }
}

private final class Unseen {
  @Observed var count = 0
}

@MainActor @Suite struct ObservationTests {
  /// How often Observation announced a change of the properties that `read` reads.
  private func changes(_ read: @escaping () -> Void, when change: () -> Void) -> Int {
    let heard = Heard<Int>()
    withObservationTracking(read) { heard.append(1) }
    change()
    return heard.values.count
  }

  @Test func observationTracksAnObservedProperty() {
    let model = Plain()
    #expect(changes({ _ = model.email }, when: { model.email = "ada" }) == 1)
    #expect(changes({ _ = model.email }, when: { model.name = "Ada" }) == 0)
    #expect(changes({ _ = model.name }, when: { model.name = "Grace" }) == 1)
  }

  @Test func anEqualValueIsNotReported_butSent() {
    let model = Plain()
    let sent = Heard<String>()
    let handle = model.$email.subscribe { sent.append($0) }
    let isLong = model.$email.map { $0.count > 3 }
    #expect(changes({ _ = model.email }, when: { model.email = "" }) == 0)
    #expect(changes({ _ = isLong.value }, when: { model.email = "a" }) == 0)
    #expect(changes({ _ = model.email }, when: { for name in ["a", "ada"] { model.email = name } }) == 1)
    #expect(sent.values == ["", "", "a", "a", "ada"])
    handle.dispose()
  }

  @Test func everyWayToSetItNotifies() {
    let model = Plain()
    let other = MutableProperty("")
    channel(\.email, of: model) <~> other
    #expect(changes({ _ = model.email }, when: { channel(\.email, of: model).send("a") }) == 1)
    #expect(changes({ _ = model.email }, when: { other.value = "b" }) == 1)
    #expect(changes({ _ = model.email }, when: { modify(\.email, of: model) { $0 += "c" } }) == 1)
    #expect(changes({ _ = model.email }, when: { batch { model.email = "d" } }) == 1)
    #expect(other.value == "d")
  }

  @Test func alsoOnAnActorAndUnderTheMacro() {
    let model = OnMain()
    #expect(changes({ _ = model.email }, when: { model.email = "ada" }) == 1)
    let macro = Macro()
    #expect(changes({ _ = macro.visits }, when: { macro.visits += 1 }) == 1)
    #expect(changes({ _ = macro.first }, when: { macro.first = "Grace" }) == 1)
  }

  @Test func derivedPropertiesAreTracked() {
    let model = Plain()
    model.email = "a"
    _ = model.email
    _ = model.name
    let both = Property(model.$email, model.$name) { $0 + $1 }
    #expect(changes({ _ = both.value }, when: { model.name = "b" }) == 1)
  }

  /// No property of these was ever read by its name: that its class takes part is known from `$email`.
  @Test func allKindsOfDerivedPropertiesAreTracked() {
    let model = Plain()
    let length = model.$email.map(\.count)
    let handedOut = Property(model.$email)
    let ofOne = Property(length, handedOut) { "\($0): \($1)" }
    let both = Property(model.$email, model.$name) { $0 + $1 }
    let chosen = length.flatMap { [name = model.$name, email = model.$email] in $0 == 0 ? name : email }
    let field = ValidatingProperty(\.email, of: model) { $0.isEmpty ? .invalid(Reason.empty) : .valid }
    let reads: [(() -> Void, String)] = [
      ({ _ = model.$email.value }, "property"), ({ _ = length.value }, "map"), ({ _ = handedOut.value }, "handed out"),
      ({ _ = ofOne.value }, "of one"), ({ _ = both.value }, "both"), ({ _ = chosen.value }, "chosen"),
      ({ _ = field.input.value }, "input"),
    ]
    for (read, name) in reads {
      #expect(changes(read, when: { model.email += "a" }) == 1, "\(name)")
      #expect(changes(read, when: {}) == 0, "\(name)")
    }
    #expect(changes({ _ = field.isValid.value }, when: { model.email += "a" }) == 0)
    #expect(changes({ _ = field.isValid.value }, when: { model.email = "" }) == 1)
    #expect(changes({ _ = both.value }, when: { model.name = "b" }) == 1)
    #expect(changes({ _ = length.value }, when: { model.name = "c" }) == 0)
  }

  @Test func derivedPropertiesAreTrackedOnAnActorToo() {
    let model = OnMain()
    #expect(changes({ _ = model.isLong.value }, when: { model.email = "ada" }) == 0)
    #expect(changes({ _ = model.isLong.value }, when: { model.email = "grace" }) == 1)
  }

  @Test func aBatchNotifiesAtItsEnd() {
    let model = Plain()
    let heard = Heard<Int>()
    withObservationTracking {
      _ = model.name
    } onChange: {
      heard.append(1)
    }
    batch {
      model.name = "Grace"
      #expect(heard.values.isEmpty)
      model.name = "Hopper"
    }
    #expect(heard.values == [1])
    #expect(changes({ _ = model.name }, when: { model.name = "Kelly" }) == 1)
  }

  /// The derived property is computed for the first time in the batch, so its node has no value then.
  @Test func aValueThatABatchHasReadChangesIfTheBatchThrows() {
    let model = Plain()
    let greeting = model.$name.map { "Hello, \($0)" }
    let heard = Heard<Int>()
    func read(_ expected: String) {
      withObservationTracking {
        #expect(greeting.value == expected)
      } onChange: {
        heard.append(1)
      }
    }
    batch {
      model.name = "Grace"
      read("Hello, Grace")
    }
    #expect(heard.values.isEmpty)
    try? batch {
      model.name = "Kelly"
      read("Hello, Kelly")
      throw Reason.empty
    }
    #expect(heard.values == [1])
    #expect(greeting.value == "Hello, Grace")
    model.name = "Ada"
    #expect(heard.values == [1, 1])
  }

  @Test func aClassThatDoesNotTakePartIsNotSeen() {
    let model = Unseen()
    #expect(changes({ _ = model.count }, when: { model.count = 1 }) == 0)
    #expect(changes({ _ = model.$count.map { $0 * 2 }.value }, when: { model.count = 2 }) == 0)
    #expect(model.count == 2)
  }

  @Test nonisolated func anActorMayHaveThemToo() async {
    let worker = Worker()
    let heard = Heard<Int>()
    await worker.changes.subscribe { heard.append($0) }
    await worker.work()
    #expect(heard.values == [0, 1, 2, 3])
  }

  @Test func observeEmitsAnExpressionOnceForSimultaneousChanges() async {
    let model = Macro()
    let full = observe { "\(model.first) \(model.last)" }
    let heard = Heard<String>()
    let arrived = AsyncStream.makeStream(of: String.self)
    let subscription = full.subscribe { name in
      heard.append(name)
      arrived.continuation.yield(name)
    }
    #expect(heard.values == ["Ada Lovelace"])
    var names = arrived.stream.makeAsyncIterator()
    _ = await names.next()
    model.first = "Grace"
    model.last = "Hopper"
    #expect(await names.next() == "Grace Hopper")
    model.last = "Kelly"
    #expect(await names.next() == "Grace Kelly")
    #expect(heard.values == ["Ada Lovelace", "Grace Hopper", "Grace Kelly"])
    subscription.dispose()
    model.first = "Nobody"
    await Task.yield()
    #expect(heard.values.count == 3)
  }

  @Test func observeSeesObservedPropertiesAndCompletesWhenTheObjectGoes() async {
    var model: OnMain? = OnMain()
    weak let released = model
    let heard = Heard<String>()
    observe(model!) { $0.email }.subscribe(next: { heard.append($0) }, completed: { heard.append("|") })
    model = nil
    #expect(released == nil)
    #expect(heard.values == ["", "|"])
  }

  @Test func anExpressionThatReadsNothingThatCanChangeCompletes() {
    let heard = Heard<String>()
    observe { "always" }.subscribe(next: { heard.append($0) }, completed: { heard.append("|") })
    #expect(heard.values == ["always", "|"])
  }

  @Test func aClassThatOptsInNotifiesOfEveryChangeImmediately() {
    let model = Opted()
    let emails = Heard<String>()
    let counts = Heard<Int>()
    model.changes(of: \.email).subscribe { emails.append($0) }
    model.changes(of: \.list).subscribe { counts.append($0.count) }
    model.email = "b"
    model.email = "c"
    model.list.append(2)
    #expect(emails.values == ["a", "b", "c"])
    #expect(counts.values == [1, 2])
    #expect(changes({ _ = model.email }, when: { model.email = "d" }) == 1)
  }

  @Test func itsStreamsCompleteWithTheObject() {
    var model: Opted? = Opted()
    weak let released = model
    let heard = Heard<String>()
    let changes = model!.changes(of: \.email)
    changes.subscribe(next: { heard.append($0) }, completed: { heard.append("|") })
    model!.email = "b"
    model = nil
    #expect(released == nil)
    #expect(heard.values == ["a", "b", "|"])
  }

  // MARK: Lifetimes

  /// A read outside of a view keeps nothing alive.
  @Test func aDerivedPropertyThatIsReadOutsideOfObservationIsReleased() {
    var model: Plain? = Plain()
    weak let released = model
    do {
      let isLong = Property { [model] in model!.email.count > 3 }
      #expect(!isLong.value && model!.email == "")
    }
    model = nil
    #expect(released == nil)
  }

  /// A view may derive a property while it is drawn.
  @Test func aDerivedPropertyThatOnlyAViewHasReadIsObserved() {
    let model = Plain()
    let count = changes({ _ = model.$email.map { $0.count > 3 }.value }, when: { model.email = "long" })
    #expect(count == 1)
  }
}
