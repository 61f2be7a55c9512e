import Observation
import Rill
import StreamTesting
import Testing

/// The key that a key path with an argument looks up.
private struct Place: Hashable {
  let key: Probed
}

/// Written by hand, so that a test can do something else between reading and answering.
private final class Table: EveryChange {
  let _$observationRegistrar = ChangeRegistrar()
  private var numbers: [Int: Int] = [:]
  var afterReading: () -> Void = {}

  subscript(place: Place) -> Int {
    get { numbers[place.key.number, default: 0] }
    set {
      _$observationRegistrar.withMutation(of: self, keyPath: \.[place]) { numbers[place.key.number] = newValue }
    }
  }

  var first: Int {
    get {
      let number = numbers[1, default: 0]
      afterReading()
      return number
    }
    set { _$observationRegistrar.withMutation(of: self, keyPath: \.first) { numbers[1] = newValue } }
  }
}

struct EveryChangeTests {
  @Test func aSetBetweenTheReadAndTheSubscriptionIsNotLost() {
    let table = Table()
    table.afterReading = {
      table.afterReading = {}
      table.first = 5
    }
    let heard = Recorder(table.changes(of: \.first))
    #expect(heard.values == [5])
    table.first = 6
    #expect(heard.values == [5, 6])
    #expect(Recorder(table.changes(of: \.first)).values == [6])
  }

  #if DEBUG
    @Test func argumentsOfKeyPathsAreHashedAndComparedWithNoLockHeld() {
      let probe = LockProbe()
      let table = Table()
      let places = (1...3).map { Place(key: probe.value($0)) }
      let heard = places.map { Recorder(table.changes(of: \.[$0])) }
      for (number, place) in places.enumerated() { table[place] = number + 10 }
      #expect(heard.map(\.values) == [[0, 10], [0, 11], [0, 12]])
      #expect(probe.lookCount > 0)
      #expect(probe.breaches == [])
    }
  #endif
}
