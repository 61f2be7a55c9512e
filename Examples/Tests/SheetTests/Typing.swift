import Rill
import SheetModel
import Synchronization

/// A sheet as tests write it.
extension Sheet {
  convenience init(_ texts: KeyValuePairs<String, String>) {
    self.init()
    for (place, text) in texts { type(place, text) }
  }

  func type(_ place: String, _ text: String) { set([Place(place)!: text]) }

  func shown(_ place: String) -> String { "\(value(at: Place(place)!).value)" }

  func shown(_ places: [String]) -> [String] { places.map { shown($0) } }
}

/// The values that observers have received, on any thread.
final class Heard: Sendable {
  private let values = Mutex<[String]>([])

  var all: [String] { values.withLock { $0 } }

  func append(_ value: String) { values.withLock { $0.append(value) } }

  func forget() { values.withLock { $0 = [] } }
}
