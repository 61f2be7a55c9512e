import Rill
import StreamTracing
import Testing

private final class Person: @unchecked Sendable {
  @Observed var email = ""
  @Observed var nickname: String?
  @Derived({ (person: Person) in person.email.count }) var length: Int

  lazy var isValid = $email.map { $0.contains("@") }.distinctUntilChanged()
  lazy var both = Property(isValid, $email) { "\($0) \($1)" }
  lazy var save = Command(enabledIf: isValid) { (_: String) -> Signal<Int, Never> in .just(1) }
  var shout: Property<String> { Property { self.$email.value.uppercased() } }
}

extension TraceTests {
  @Suite struct NamesTests {
    private func names(_ body: () -> Void) -> [String: String] {
      Trace.start()
      body()
      let own = Trace.stop().nodes.filter { $0.place?.hasPrefix("StreamTracingTests/NamesTests") == true }
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

    @Test func aLazyPropertyNamesWhatIsMadeInIt() {
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

    @Test func aBindingHasTheNameOfThePropertyThatItSets() {
      let names = names {
        let person = Person()
        let texts = Subject<String, Never>()
        bind(\.email, of: person, to: texts)
        texts.send("ada")
      }
      #expect(names["bind Person.email"] == "subscription")
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
