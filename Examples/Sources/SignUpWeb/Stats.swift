import CMemory
import Foundation
import SignUpModel
import WebElements

/// Counts of sockets, sessions and requests.
public struct Stats: Encodable, Sendable {
  var sockets = 0
  var sessions = 0

  /// Objects that have not been freed.
  var tabs = 0
  var pages = 0
  var models = 0

  /// Messages from pages, and how many of them were refused.
  var messages = 0
  var refused = 0

  var subscribers = 0

  /// The results of requests since the server began.
  var signUps = 0
  var failures = 0

  /// Whether pages show what there is.
  var isUpToDate = true

  /// Allocated memory in kilobytes, if the system reports it.
  var allocated = 0

  /// Resident memory in kilobytes, if the system reports it.
  var resident = 0
}

/// Counts living objects without retaining them.
@MainActor
struct Census {
  private struct Herd {
    private struct Animal { weak var object: AnyObject? }

    private var animals: [ObjectIdentifier: Animal] = [:]

    mutating func add(_ object: AnyObject) { animals[ObjectIdentifier(object)] = Animal(object: object) }

    mutating func count() -> Int {
      animals = animals.filter { $0.value.object != nil }
      return animals.count
    }
  }

  var messages = 0
  var refused = 0
  var signUps = 0
  var failures = 0
  private var tabs = Herd()
  private var pages = Herd()
  private var models = Herd()

  mutating func count(_ page: SignUpPage, _ tab: Tab) {
    tabs.add(tab)
    pages.add(page)
    models.add(page.model)
  }

  mutating func stats(sockets: Int, sessions: Int, subscribers: Int, isUpToDate: Bool) -> Stats {
    Stats(
      sockets: sockets, sessions: sessions, tabs: tabs.count(), pages: pages.count(), models: models.count(),
      messages: messages, refused: refused, subscribers: subscribers, signUps: signUps, failures: failures,
      isUpToDate: isUpToDate, allocated: Int(allocated_bytes() / 1_024),
      resident: residentKilobytes())
  }
}

private func residentKilobytes() -> Int {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
  else { return 0 }
  return Int(line.filter(\.isNumber)) ?? 0
}
