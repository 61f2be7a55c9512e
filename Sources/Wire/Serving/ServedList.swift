import Lists
import Operators
import Properties
import StreamCore

/// A list whose versions are numbered, the newest of which are kept.
final class ServedList<Element: Codable & Sendable>: Served {
  private let history: Lock<ListHistory<Element>>
  private let newest: Property<Int>
  private let run = Int64.random(in: 0...Int64.max)

  init(_ list: DerivedList<Element>, versions: Int) {
    if versions < 1 { fatalError("`WireLimits.versions` needs 1 or more, got \(versions).") }
    let history = Lock(ListHistory(list.elements, limit: versions))
    self.history = history
    newest = Property(
      initial: 0,
      then: list.property.map { elements in
        // The dropped versions are released when the lock is free.
        let (number, dropped) = history.withLock { $0.append(elements) }
        return withExtendedLifetime(dropped) { number }
      })
  }

  func watch(after position: WirePosition?, _ guest: Guest) -> Disposable {
    let known = position.flatMap { position in
      position.run == run ? history.withLock { $0.version(position.number) } : nil
    }
    // Guarded by: the pump.
    let sending = Box(ListSending(run: run, after: known))
    return guest.pump(newest) { [history] beats in
      if sending.value.isDone {
        let newest = history.withLock { $0.newest }
        if newest.number == sending.value.last?.number { return beats ? sending.value.current(guest) : nil }
        sending.value.begin(newest)
      }
      return sending.value.next(guest)
    }
  }
}

/// The newest versions of a list, with consecutive numbers.
struct ListHistory<Element: Sendable>: Sendable {
  struct Version: Sendable {
    let number: Int
    let elements: ListElements<Element>
  }

  private var versions: [Version]

  /// The number of versions that remain when older ones are dropped. Fewer than twice as many are kept.
  private let limit: Int

  init(_ elements: ListElements<Element>, limit: Int) {
    (versions, self.limit) = ([Version(number: 0, elements: elements)], limit)
  }

  var newest: Version { versions[versions.count - 1] }

  /// Adds a version, and returns its number and the versions that are dropped.
  mutating func append(_ elements: ListElements<Element>) -> (number: Int, dropped: [Version]) {
    let number = newest.number + 1
    versions.append(Version(number: number, elements: elements))
    guard versions.count >= 2 * limit else { return (number, []) }
    // Half of them at a time, so that forgetting costs little.
    let dropped = Array(versions.prefix(versions.count - limit))
    versions.removeFirst(dropped.count)
    return (number, dropped)
  }

  func version(_ number: Int) -> Version? {
    guard number >= versions[0].number, number <= newest.number else { return nil }
    return versions[number - versions[0].number]
  }
}

/// The messages that lead a client from one version of a list to the next.
struct ListSending<Element: Codable & Sendable>: Sendable {
  private enum Step: Sendable {
    case elements(ListElements<Element>)
    case edits([CollectionEdit<Element>])

    var count: Int {
      switch self {
      case .elements(let elements): elements.count
      case .edits(let edits): edits.count
      }
    }
  }

  /// The version that the client has received in full.
  private(set) var last: ListHistory<Element>.Version?
  private let run: Int64

  /// The version to which `step` leads; `nil` when the client has `last`.
  private var target: ListHistory<Element>.Version?
  private var step = Step.edits([])

  /// The number of elements or edits of the step that were sent, and the number of messages.
  private var sent = 0
  private var part = 0

  /// The greatest number of elements or edits in the next message.
  ///
  /// It doubles after a message that fits, and halves after one that does not.
  private var size = 256

  init(run: Int64, after last: ListHistory<Element>.Version?) { (self.run, self.last) = (run, last) }

  var isDone: Bool { target == nil }

  /// Returns the message that there is nothing newer.
  func current(_ guest: Guest) -> [UInt8]? {
    guard let last else { return nil }
    return try? guest.coding.encode(FromList<Element>(current: WirePosition(run: run, number: last.number)))
  }

  mutating func begin(_ version: ListHistory<Element>.Version) {
    (target, sent, part) = (version, 0, 0)
    step = last.map { .edits(version.elements.edits(from: $0.elements)) } ?? .elements(version.elements)
  }

  /// Returns the next part of the step, or refuses the client if an element is too long.
  mutating func next(_ guest: Guest) -> [UInt8]? {
    guard let target else { return nil }
    while true {
      let end = min(step.count, sent + size)
      var message = FromList<Element>.Part(at: WirePosition(run: run, number: target.number))
      switch step {
      case .elements(let elements): message.elements = Array(elements[sent..<end])
      case .edits(let edits): message.edits = edits[sent..<end].map { WireEdit($0) }
      }
      message.after = last.map { WirePosition(run: run, number: $0.number) }
      if end < step.count { message.more = true }
      if part > 0 { message.part = part }
      if let bytes = try? guest.coding.encode(FromList<Element>(list: message)), bytes.count <= guest.limits.message {
        (sent, part, size) = (end, part + 1, min(2 * size, 65_536))
        if end == step.count { (last, self.target, step) = (target, nil, .edits([])) }
        return bytes
      }
      guard size > 1 else {
        guest.connection.refuse("an element cannot be encoded in \(guest.limits.message) bytes")
        self.target = nil
        return nil
      }
      size = max(1, min(size, step.count - sent) / 2)
    }
  }
}
