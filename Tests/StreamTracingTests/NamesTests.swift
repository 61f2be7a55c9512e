import Rill
import StreamTesting
import StreamTracing
import Testing

private final class Field: @unchecked Sendable {
  @Observed var text = ""
}

private final class Person: @unchecked Sendable {
  @Observed var email = ""
  @Observed var nickname: String?
  @Derived({ (person: Person) in person.email.count }) var length: Int

  lazy var isValid = $email.map { $0.contains("@") }.distinctUntilChanged()
  lazy var both = Property(isValid, $email) { "\($0) \($1)" }
  lazy var save = Command(enabledIf: isValid) { (_: String) -> Signal<Int, Never> in .just(1) }
  var shout: Property<String> { Property { self.$email.value.uppercased() } }
}

private final class Post: @unchecked Sendable {
  let id = MutableProperty(1)
  lazy var author = Resource<Int, Never>(loading: id, from: { .just($0) })
  lazy var title = Resource<Int, Never>(loading: id) { id async in id }
  lazy var likes = Property(loading: id) { id async in id }
  lazy var line = Property(settled: author, title, likes) { $0 + $1 + $2 }
  lazy var lines = Property(settled: [author, title]) { (all: [Int]) in all.count }
  lazy var draft = id.linked()
  lazy var length = id.linked { "\($0)".count }
  lazy var shown = id.optimistic()
  lazy var like = Command(optimistically: { [shown] (_: Int) in shown.layer { $0 += 1 } }) {
    (count: Int) async in count
  }
  lazy var dislike = Command<Int, Int, Never>(
    optimistically: { [shown] _ in shown.layer { $0 -= 1 } }, from: { .just($0) })
  lazy var report = Command(retrying: .immediate(limit: 2)) { (reason: Int, _: Int) async in reason }
  lazy var both = Command(combining: [like, report])
  lazy var save = KeyedCommand(by: { (id: Int) in id }) { (id: Int) async in id }
  lazy var send = MergingCommand(merging: { $0 + $1 }) { (count: Int) async in count }
}

extension TraceTests {
  @Suite struct NamesTests {
    private func names(_ body: () -> Void) -> [String: String] {
      let own = recorded(body).nodes.filter { $0.place?.hasPrefix("StreamTracingTests/NamesTests") == true }
      return Dictionary(own.map { ($0.name, $0.kind.rawValue) }, uniquingKeysWith: { one, _ in one })
    }

    @Test func anObservedPropertyHasTheNameOfItsKeyPath() {
      let names = names {
        let person = Person()
        _ = person.email
        _ = person.$nickname
      }
      #expect(names == ["Person.email": "property", "Person.nickname": "property"])
    }

    @Test func anObservedPropertyThatIsOnlySetHasItsName() {
      let names = names { Person().email = "ada" }
      #expect(names["Person.email"] == "property")
    }

    @Test func aDerivedPropertyHasTheNameOfItsKeyPath() {
      let names = names { _ = Person().length }
      #expect(names["Person.length"] == "derived")
    }

    @Test func aLazyPropertyNamesTheObjectsMadeInIt() {
      let names = names {
        let person = Person()
        _ = (person.both, person.save, person.shout)
      }
      #expect(names["isValid.map"] == "derived")
      #expect(names["isValid.distinctUntilChanged"] == "derived")
      #expect(names["both"] == "derived")
      #expect(names["save"] == "command")
      #expect(names["shout"] == "derived")
    }

    @Test func stateThatIsLoadedOrLocalIsNamedByItsVariable() {
      let names = names {
        let post = Post()
        withExtendedLifetime((post.line, post.lines, post.draft, post.length, post.shown)) {}
      }
      for name in ["author", "title", "likes", "line", "lines", "draft", "length", "shown"] {
        #expect(names[name] == "derived", "\(name)")
      }
      for name in ["author.map", "author.answers", "likes.map", "likes.answers"] {
        #expect(names[name] == "derived", "\(name)")
      }
      for name in ["draft.local", "length.local", "shown.layers"] { #expect(names[name] == "property", "\(name)") }
    }

    @Test func commandsOfEveryKindAreNamedByTheirVariable() {
      let names = names {
        let post = Post()
        withExtendedLifetime((post.dislike, post.both, post.save[1], post.send)) {}
      }
      for name in ["like", "dislike", "report", "both", "save", "send"] { #expect(names[name] == "command", "\(name)") }
    }

    @Test func aPropertyOfACommandHasTheNamesOfBoth() {
      let names = names {
        let person = Person()
        withExtendedLifetime((person.save.enabled, person.save.executing)) {}
      }
      #expect(names["save.enabled"] == "property")
      #expect(names["save.executing"] == "property")
    }

    @Test func aBindingHasTheNameOfThePropertyThatItSets() {
      let names = names {
        let person = Person()
        let texts = Subject<String, Never>()
        bind(\.email, of: person, to: texts)
        texts.send("ada")
      }
      #expect(names["bind Person.email"] == "subscription")
    }

    @Test func aBindingOfTwoPropertiesHasBothNames() {
      let names = names {
        let (person, other) = (Person(), Field())
        bind(\.email, of: person, to: other.$text)
      }
      #expect(names["bind Person.email to Field.text"] == "subscription")
    }

    @Test func aTwoWayBindingHasANameForEachDirection() {
      Trace.start()
      let (person, field, plain) = (Person(), Field(), MutableProperty(""))
      channel(\.text, of: field) <~> channel(\.email, of: person)
      plain <~> channel(\.text, of: field).converted(to: { $0 }, from: { $0 })
      let names = Set(Trace.stop().nodes.filter { $0.kind == .subscription }.map(\.name))
      #expect(
        names.isSuperset(of: [
          "Field.text <~ Person.email", "Person.email <~ Field.text", "<~ Field.text", "Field.text <~",
        ]))
      withExtendedLifetime((person, field, plain)) {}
    }

    @Test func aPropertyThatIsSetToAnotherNamesIt() {
      Trace.start()
      let (person, shown) = (Person(), MutableProperty(""))
      shown <~ person.$email
      let names = Set(Trace.stop().nodes.filter { $0.kind == .subscription }.map(\.name))
      #expect(names.contains("<~ Person.email"))
      withExtendedLifetime((person, shown)) {}
    }

    @Test func aFunctionIsNoName() {
      let names = names {
        let number = MutableProperty(1)
        withExtendedLifetime((number.map { $0 + 1 }, Property { number.value })) {}
      }
      #expect(names == ["MutableProperty": "property", "map": "derived", "Property": "derived"])
    }

    @Test func aFileHasTheNewName() throws {
      let lines = try recordedLines { Person().email = "ada" }
      #expect(lines.contains { $0.contains(#""name":"Person.email""#) })
    }
  }
}
