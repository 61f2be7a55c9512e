import Observation
import Rill
import StreamTesting
import Testing

@MainActor @Suite struct SignalForKeyPathTests {
  @Test func theCurrentValueAtSubscriptionAndThenEveryChange() {
    let model = Model()
    let email = model.signal(for: \.email)
    model.email = "a"
    let recorder = Recorder(email)
    model.email = "b"
    model.email = "b"
    #expect(recorder.values == ["a", "b", "b"])
  }

  @Test func aReadOnlyPropertyCanBeObserved() {
    let model = Model()
    let recorder = Recorder(model.signal(for: \.status))
    model.finish()
    #expect(recorder.values == ["idle", "done"])
  }

  @Test func theValueBeforeEachChange() {
    let model = Model()
    let recorder = Recorder(model.signal(for: \.email).pairwise().map { [$0.previous, $0.current] })
    model.email = "a"
    model.email = "b"
    #expect(recorder.values == [["", "a"], ["a", "b"]])
  }

  @Test func theObjectIsNotKeptAndItsEndCompletes() {
    var model: Model? = Model()
    weak let weakModel = model
    let recorder = Recorder(model!.signal(for: \.email))
    model = nil
    #expect(weakModel == nil)
    #expect(recorder.events == [.next(""), .completed])
  }

  @Test func twoObservationsOfOneKeyEndIndependently() {
    let model = Model()
    let (first, second) = (Recorder(model.signal(for: \.email)), Recorder(model.signal(for: \.email)))
    first.dispose()
    model.email = "a"
    #expect(first.values == [""])
    #expect(second.values == ["", "a"])
  }

  @Test func aPropertyWithoutTheWrapperTraps() async {
    await #expect(processExitsWith: .failure) { @MainActor in _ = Model().signal(for: \.plain) }
  }
}

@MainActor private final class Model: Observable {
  @Observed var email = ""
  @Observed private(set) var status = "idle"
  var plain = 0

  func finish() { status = "done" }
}
