import Rill
import StreamTesting
import Testing

/// T19: the output of `print` and `dump`.
@Suite struct DescriptionTests {
  private actor Place {
    func made(_ source: MutableProperty<Int>) -> Property<Int> {
      .isolated {
        self.assertIsolated()
        return source.value + 1
      }
    }
    func describe(_ property: Property<Int>) -> String { "\(property)" }
  }

  private func dumped(_ value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  @Test func properties() {
    let source = MutableProperty(3)
    let derived = source.map { "<\($0)>" }
    #expect("\(source)" == "MutableProperty(3)")
    #expect("\(derived)" == "Property(<3>)")
    source.value = 4
    #expect("\(derived)" == "Property(<4>)")
    #expect(dumped(source).contains("- value: 4"))
    #expect(dumped(derived).contains("<4>"))
  }

  /// Printing does not track the printed property.
  @Test func printingCreatesNoDependency() {
    let (shown, printed) = (MutableProperty(0), MutableProperty(0))
    let runs = Recorder(
      Property {
        _ = "\(printed) \(Property(printed)) \(printed.map { $0 })"
        return shown.value
      }.signal)
    printed.value = 1
    shown.value = 2
    #expect(runs.values == [0, 2])
  }

  @Test func aPropertyOfAnActor() async {
    let (place, source) = (Place(), MutableProperty(3))
    let property = await place.made(source)
    #expect("\(property)" == "Property(to be computed on its actor)")
    #expect(await place.describe(property) == "Property(4)")
    #expect("\(property)" == "Property(4)")
  }

  @Test func subjects() {
    let (subject, current, replaying) = (
      Subject<Int, Never>(), BehaviorSubject<Int, Never>(3), ReplaySubject<Int, Never>(count: 2)
    )
    for value in 5...7 { replaying.send(value) }
    current.complete()
    #expect("\(subject) \(current)" == "Subject(open) BehaviorSubject(3, ended)")
    #expect("\(replaying)" == "ReplaySubject([6, 7], open)")
    #expect(dumped(current).contains("- value: 3"))
    #expect(dumped(replaying).contains("- 6"))
  }

  @Test func commands() {
    let work = Subject<Int, Never>()
    let command = Command<Int, Int, Never>(on: .immediate) { _ in work.signal }
    #expect("\(command) \(command.executing)" == "Command(enabled, 0 executing) Property(false)")
    let execution = command.execute(1)
    #expect("\(command) \(execution)" == "Command(disabled, 1 executing) Execution(active)")
    #expect(dumped(command).contains("- executionsInFlight: 1"))
    work.complete()
    #expect("\(execution)" == "Execution(ended)")
  }
}
