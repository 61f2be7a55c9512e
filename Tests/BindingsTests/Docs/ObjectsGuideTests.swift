import Foundation
import Observation
import Rill
import StreamTesting
import TestSupport
import Testing

// The code of Docs/Guides/Bindings.md under "Key paths", and of Lists and fields, as it stands there.

@MainActor final class Team: Observable {
  @Observed var leader: Profile?
  @Observed var adviser = Weak<Profile>()
}

enum Problem: Error { case missing, tooShort, different, taken }

@MainActor final class Screen: HasLifetime {
  nonisolated let lifetime = Lifetime()
  private(set) var last = 0

  func follow(_ numbers: some StreamProtocol<Int, Never>) {
    numbers.take(duringLifetimeOf: self).subscribe { [weak self] in self?.last = $0 }
  }
}

private struct Directory: Sendable {
  func isFree(_ name: String) async -> Bool { name != "Ada" }
  func add(_ name: String) -> Signal<String, Never> { .just(name) }
}

@MainActor @Suite struct ObjectsGuideTests {
  private let printed = Heard<String>()

  private nonisolated func print(_ value: some Sendable) { printed.append("\(value)") }

  @Test func byKeyPath() {
    let profile = Profile()
    profile.signal(for: \.status).subscribe { print($0) }
    profile.signal(for: \.name).pairwise().subscribe { print("\($0.previous) became \($0.current)") }
    profile.save()
    profile.name = "Grace"
    #expect(printed.values == ["new", "saved", "Ada became Grace"])
  }

  @Test func throughObjects() {
    let profile = Profile()
    let team = Team()
    let leader = team.$leader.path(\.name)
    leader.subscribe { print($0 ?? "none") }  // none
    team.leader = profile  // Ada
    profile.name = "Ada L."  // Ada L.
    team.leader = Profile()  // Ada
    team.leader = nil  // none
    #expect(printed.values == ["none", "Ada", "Ada L.", "Ada", "none"])

    do {
      try leader.set("Grace")
    } catch {
      print(error == .missing)  // true
    }
    #expect(printed.values.last == "true")

    let badge = MutableProperty("")
    badge <~> leader.or("vacant")
    #expect(badge.value == "vacant")
    team.leader = profile
    badge.value = "Ada K."
    #expect(profile.name == "Ada K.")
  }

  @Test func lists() {
    let tasks = MutableProperty(["wash", "cook"])
    tasks.collectionEdits().subscribe { change in
      for edit in change.edits { print(edit) }
    }  // insert("wash", at: 0), insert("cook", at: 1)
    tasks.modify { $0[1] = "bake" }  // replace("cook", with: "bake", at: 1)
    tasks.modify { $0.removeFirst() }  // remove("wash", at: 0)
    #expect(
      printed.values == [
        #"insert("wash", at: 0)"#, #"insert("cook", at: 1)"#, #"replace("cook", with: "bake", at: 1)"#,
        #"remove("wash", at: 0)"#,
      ])
  }

  @Test func forms() async {
    let (profile, directory) = (Profile(), Directory())
    let password = ValidatingProperty("") { $0.count < 8 ? .invalid(Problem.tooShort) : .valid }
    let again = ValidatingProperty("", with: password.input) { $0 == $1 ? .valid : .invalid(Problem.different) }
    let login = ValidatingProperty(\.name, of: profile) { $0.isEmpty ? .invalid(Problem.missing) : .valid }
      .checking { await directory.isFree($0) ? .valid : .invalid(.taken) }
    let code = ValidatingProperty("", with: login.input, password.input) {
      code, name, password -> Verdict<String, Problem> in
      if code == name || code == password { return .invalid(.different) }
      return .valid
    }
    #expect(code.result.value == .invalid("", .different))
    let entry = MutableProperty("")
    entry <~> password.input
    password.result.subscribe { print($0.explained(valid: "fine", checking: "one moment") { "\($0)" }) }
    let signUp = Command(enabledIf: allValid(login, password, again)) { (name: String) in directory.add(name) }

    entry.value = "correct horse"
    again.input.value = "correct horse"
    #expect(printed.values == ["tooShort", "fine"])
    await Recorder(login.result.filter { $0 == .invalid("Ada", .taken) }.take(1)).waitForEnd()
    #expect(!signUp.isEnabled)
    profile.name = "Grace"
    await Recorder(signUp.enabled.filter { $0 }.take(1)).waitForEnd()
    #expect(login.valid.value == "Grace")
  }

  @Test func asLongAsAnObjectLives() {
    let numbers = Subject<Int, Never>()
    var screen: Screen? = Screen()
    screen?.follow(numbers)
    numbers.send(3)
    #expect(screen?.last == 3)
    let disposable = Disposable { [printed] in printed.append("gone") }
    disposable.dispose(withLifetimeOf: screen!)
    screen = nil
    #expect(printed.values == ["gone"])
  }
}
