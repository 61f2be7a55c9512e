import Rill
import StreamTesting
import Testing

/// Two-way bindings with an end behind a path.
@MainActor @Suite struct PropertyPathTwoWayTests {
  let ada = Person("Ada")
  let grace = Person("Grace")
  let company = Company()
  let field = MutableProperty("field")

  private var name: Terminal<String> { company.$boss.path(\.name).or("nobody").terminal }

  @Test func theRightSideWinsAtTheStartWhicheverItIs() {
    company.boss = ada
    field.terminal <~> name
    #expect(field.value == "Ada")
    field.value = "again"
    #expect(ada.name == "again")
    let other = MutableProperty("other")
    name <~> other.terminal
    #expect(ada.name == "other")
    #expect(field.value == "other")
  }

  @Test func aValueNotifiesEachEndOnce() {
    company.boss = ada
    let (left, right) = (Recorder(field), Recorder(ada.$name))
    field.terminal <~> name
    field.value = "a"
    ada.name = "b"
    #expect(left.values == ["field", "Ada", "a", "b"])
    #expect(right.values == ["Ada", "a", "b"])
  }

  @Test func eitherEndGoesBackToAnEarlierValue() {
    company.boss = ada
    field.terminal <~> name
    field.value = "x"
    ada.name = "Ada"
    #expect(field.value == "Ada")
    field.value = "x"
    #expect(ada.name == "x")
  }

  @Test func aReplacedObjectBringsItsValue() {
    company.boss = ada
    field.terminal <~> name
    let heard = Recorder(grace.$name)
    company.boss = grace
    #expect(field.value == "Grace")
    field.value = "G"
    #expect(grace.name == "G")
    #expect(ada.name == "Ada")
    #expect(heard.values == ["Grace", "G"])
  }

  @Test func aMissingObjectResetsTheOtherEnd() {
    company.boss = ada
    let optional = MutableProperty<String?>("x")
    field.terminal <~> name
    optional.terminal <~> company.$boss.path(\.name).terminal
    company.boss = nil
    #expect(field.value == "nobody")
    #expect(optional.value == nil)
  }

  @Test func aValueSentWhileTheObjectIsMissingIsDroppedAndReadLater() {
    field.terminal <~> name
    #expect(field.value == "nobody")
    field.value = "dropped"
    company.boss = ada
    #expect(ada.name == "Ada")
    #expect(field.value == "Ada")
  }

  @Test func onTheLeftAMissingObjectTakesNothingAndResetsNothingAtTheStart() {
    name <~> field.terminal
    #expect(field.value == "field")
    company.boss = ada
    #expect(field.value == "Ada")
    company.boss = nil
    #expect(field.value == "nobody")
  }

  @Test func onTheLeftAnObjectThatIsThereFromTheStart() {
    company.boss = ada
    name <~> field.terminal
    ada.name = "heard"
    #expect(field.value == "heard")
    name.send("sent")
    #expect([ada.name, field.value] == ["sent", "sent"])
  }

  @Test func bothEndsBehindPaths() {
    let branch = Company(boss: grace)
    company.boss = ada
    name <~> branch.$boss.path(\.name).or("nobody").terminal
    #expect(ada.name == "Grace")
    let linus = Person("Linus")
    branch.boss = linus
    #expect(ada.name == "Linus")
    let alan = Person("Alan")
    company.boss = alan
    #expect(linus.name == "Alan")
    #expect(grace.name == "Grace")
  }

  @Test func aReleasedWeakObjectResetsTheOtherEnd() {
    var adviser: Person? = Person("Alan")
    company.adviser = Weak(adviser)
    field.terminal <~> company.$adviser.path(\.name).or("none").terminal
    #expect(field.value == "Alan")
    adviser = nil
    #expect(field.value == "none")
  }

  @Test func aChainOfThreeConvergesFromAnyEnd() {
    company.boss = ada
    let last = MutableProperty("last")
    field.terminal <~> name
    name <~> last.terminal
    #expect([field.value, ada.name] == ["last", "last"])
    ada.name = "middle"
    #expect([field.value, last.value] == ["middle", "middle"])
    last.value = "end"
    #expect([field.value, ada.name] == ["end", "end"])
    company.boss = grace
    #expect([field.value, last.value] == ["Grace", "Grace"])
  }

  @Test func endsWithThePathsFirstObjectWithTheOtherEndAndByItself() {
    for left in [true, false] {
      var company: Company? = Company(boss: ada)
      let path = company!.$boss.path(\.name).or("").terminal
      let binding = left ? (path <~> field.terminal) : (field.terminal <~> path)
      weak let weakCompany = company
      company = nil
      #expect(weakCompany == nil, "The binding keeps the source.")
      #expect(binding.isDisposed)
    }
    for left in [true, false] {
      var field: MutableProperty<String>? = MutableProperty("f")
      let terminal = field!.terminal
      let binding = left ? (name <~> terminal) : (terminal <~> name)
      field = nil
      #expect(binding.isDisposed)
    }
    let binding = field.terminal <~> name
    binding.dispose()
    company.boss = grace
    #expect(field.value != "Grace")
  }

  @Test func endsThatGoTogetherKeepNothing() {
    weak var weakCompany: Company?
    weak var weakField: MutableProperty<String>?
    var binding = Disposable.disposed
    do {
      let company = Company(boss: Person("Ada"))
      let field = MutableProperty("f")
      (weakCompany, weakField) = (company, field)
      binding = field.terminal <~> company.$boss.path(\.name).or("").terminal
      #expect(!binding.isDisposed)
    }
    #expect(weakCompany == nil)
    #expect(weakField == nil)
    #expect(binding.isDisposed)
  }
}
