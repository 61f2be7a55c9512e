import Foundation
import Rill
import StreamTesting
import Testing

extension DefaultsKey<String?> { fileprivate static let userName = DefaultsKey("userName", default: nil) }

@Suite(.serialized) final class DefaultsTests {
  private let suite = "rill-\(UUID())"
  private let defaults: NotifyingDefaults

  init() throws { defaults = try #require(NotifyingDefaults(suiteName: suite)) }

  deinit { defaults.removePersistentDomain(forName: suite) }

  @Test func theCurrentValueAndThenEveryKindOfChange() {
    defaults.set(3, forKey: "launches")
    let recorder = Recorder(defaults.signal(for: .launches))
    defaults[.launches] += 1
    defaults.set(7, forKey: "launches")
    defaults.set(7, forKey: "launches")
    defaults.set("another key", forKey: "other")
    #expect(recorder.values == [3, 4, 7])
    recorder.dispose()
    defaults[.launches] = 8
    #expect(recorder.values == [3, 4, 7])
  }

  @Test func removalSendsTheDefaultOfTheKey() {
    defaults[.launches] = 5
    defaults[.userName] = "ada"
    let launches = Recorder(defaults.signal(for: .launches))
    let name = Recorder(defaults.signal(for: .userName))
    defaults.removeObject(forKey: "launches")
    defaults[.userName] = nil
    #expect(launches.values == [5, 0])
    #expect(name.values == ["ada", nil])
    #expect(defaults.object(forKey: "userName") == nil)
  }

  @Test func aValueOfAnotherTypeCountsAsMissing() {
    defaults.set("many", forKey: "launches")
    #expect(defaults[.launches] == 0)
  }

  @Test func everyKindOfValueComesBack() {
    func roundTrip<Value: DefaultsValue>(_ value: Value, _ substitute: Value) {
      let key = DefaultsKey("\(Value.self)", default: substitute)
      #expect(defaults[key] == substitute)
      defaults[key] = value
      #expect(defaults[key] == value)
    }
    roundTrip(true, false)
    roundTrip(42, 0)
    roundTrip(1.5, 0)
    roundTrip("text", "")
    roundTrip(Date(timeIntervalSince1970: 1), .distantPast)
    roundTrip(Data([1, 2]), Data())
    roundTrip(["a", "b"], [])
    roundTrip(["one": 1], [:])
    roundTrip(Theme.dark, .light)
    roundTrip("set" as String?, nil)
    defaults.set(2, forKey: "whole")
    #expect(defaults[DefaultsKey("whole", default: 0.0)] == 2)
  }

  /// It would come back shorter, and a two-way binding would shorten the other end.
  @Test func anElementThatStoresNothingTraps() async {
    await #expect(processExitsWith: .failure) { _ = DefaultsKey<[Int?]>("numbers", default: []) }
    await #expect(processExitsWith: .failure) { _ = DefaultsKey<[String: Int?]>("numbers", default: [:]) }
    await #expect(processExitsWith: .failure) { _ = [1, nil].storable }
    await #expect(processExitsWith: .failure) { _ = (["a": nil] as [String: Int?]).storable }
    #expect(([1, 2] as [Int?]).storable as? [Int] == [1, 2])
  }

  @Test func anyUserDefaultsNotifyOfSetsByKey() throws {
    let plain = try #require(UserDefaults(suiteName: suite))
    let recorder = Recorder(plain.signal(for: .launches))
    plain[.launches] = 1
    #expect(recorder.values == [0, 1])
    // Two objects may be ways to one store.
    defaults[.launches] = 2
    #expect(recorder.values == [0, 1, 2])
  }

  #if DEBUG
    @Test func aSettingIsComparedAndReleasedWithNoLockHeld() {
      let key = DefaultsKey("count", default: Counted(0))
      let terminal = defaults.terminal(for: key)
      let recorder = Recorder(terminal)
      for number in 1...3 {
        terminal.send(Counted(number))
        defaults[key] = Counted(number + 10)
      }
      #expect(recorder.values.map(\.value.number) == [0, 1, 11, 2, 12, 3, 13])
      recorder.dispose()
      #expect(Counted.probe.lookCount > 0)
      #expect(Counted.probe.breaches == [])
    }

    /// A setting whose comparison and release look whether a lock is held.
    private struct Counted: DefaultsValue {
      static let probe = LockProbe()
      let value: Probed

      init(_ number: Int) { value = Counted.probe.value(number) }

      static func restored(from stored: Any) -> Counted? { (stored as? Int).map(Counted.init) }
      var storable: Any? { value.number }
    }
  #endif

  @Test func settingFromManyThreadsEndsWithTheStoredValue() async {
    let recorder = Recorder(defaults.signal(for: .launches))
    let shared = Shared(defaults)
    await withTaskGroup { group in
      for writer in 1...4 {
        group.addTask { for round in 1...100 { shared.defaults[.launches] = writer * 1_000 + round } }
      }
    }
    #expect(recorder.values.last == defaults[.launches])
  }

  // MARK: Two-way

  @Test func theRightSideWinsAtTheStart() {
    defaults[.launches] = 3
    let property = MutableProperty(9)
    property.terminal <~> defaults.terminal(for: .launches)
    #expect(property.value == 3)
    let other = MutableProperty(4)
    defaults.terminal(for: .launches) <~> other.terminal
    #expect(defaults[.launches] == 4)
    #expect(property.value == 4)
  }

  @Test func ownWritesAreNotSentBack() {
    let property = MutableProperty(0)
    let heard = Recorder(property)
    let binding = property.terminal <~> defaults.terminal(for: .launches)
    property.value = 1
    defaults.set(2, forKey: "launches")
    property.value = 1
    #expect(defaults[.launches] == 1)
    #expect(heard.values == [0, 0, 1, 2, 1])
    binding.dispose()
  }

  @Test func twoTerminalsOnOneKeyBothFollow() {
    let (first, second) = (MutableProperty<String?>("x"), MutableProperty<String?>("y"))
    first.terminal <~> defaults.terminal(for: .userName)
    second.terminal <~> defaults.terminal(for: .userName)
    #expect([first.value, second.value] == [nil, nil])
    first.value = "ada"
    #expect(second.value == "ada")
    second.value = "grace"
    #expect([first.value, defaults[.userName]] == ["grace", "grace"])
    defaults.removeObject(forKey: "userName")
    #expect([first.value, second.value] == [nil, nil])
  }

  @Test func aValueSentToATerminalIsStored() {
    let property = MutableProperty(0)
    let terminal = defaults.terminal(for: .launches)
    property.terminal <~> terminal
    terminal.send(5)
    #expect(property.value == 5)
    #expect(defaults[.launches] == 5)
  }

  @Test func endsWithTheOtherEnd() {
    // Departs from b130: the terminal does not complete with the defaults object, which is only a way to the store; a binding keeps it.
    var property: MutableProperty<Int>? = MutableProperty(1)
    let binding = property!.terminal <~> defaults.terminal(for: .launches)
    property = nil
    #expect(binding.isDisposed)
    defaults[.launches] = 6
    #expect(defaults[.launches] == 6)
  }

  @Test func theDefaultsFirstOrBothTogether() throws {
    let property = MutableProperty(1)
    var object = NotifyingDefaults(suiteName: suite)
    weak let weakObject = object
    let binding = property.terminal <~> object!.terminal(for: .launches)
    object = nil
    property.value = 12
    #expect(defaults[.launches] == 12)
    binding.dispose()
    #expect(weakObject == nil)
  }
}

private enum Theme: String, DefaultsValue { case light, dark }

private struct Shared: Sendable {
  /// Defaults may be used from any thread.
  nonisolated(unsafe) let defaults: UserDefaults

  init(_ defaults: UserDefaults) { self.defaults = defaults }
}
