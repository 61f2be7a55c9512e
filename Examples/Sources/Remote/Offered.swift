import Foundation
import Rill

/// A property of any type.
@MainActor
protocol Offer {
  /// Sends the value now and after each change, until it is disposed.
  func watch(after position: WirePosition?, _ guest: Guest) -> Disposable
}

/// A property whose values are numbered.
@MainActor
final class Offered<Value: Codable & Sendable>: Offer {
  private let numbered: Property<(number: Int, value: Value)>
  private let run = Int64(Date.now.timeIntervalSince1970 * 1_000_000)

  init(_ property: Property<Value>) {
    numbered = Property(
      initial: (0, property.value), then: property.enumerated().map { (number: $0.offset, value: $0.element) })
  }

  func watch(after position: WirePosition?, _ guest: Guest) -> Disposable {
    let watch = Watch(numbered, run, position, guest)
    let watching = CompositeDisposable()
    // Before anything is sent: `sent` does not wait for a subscriber.
    watching.add(watch.sent.subscribe { _ in watch.goOn() })
    watching.add(numbered.subscribe { _ in watch.tell() })
    watching.add(
      Signal.interval(every: .seconds(10), on: .main).startWith(0).subscribe { _ in watch.tell(evenIfKnown: true) })
    return Disposable { watching.dispose() }
  }
}

/// An observer of a property on one socket.
///
/// One message is in flight at a time, and the next one has the value of that moment. So a slow guest costs no memory.
@MainActor
private final class Watch<Value: Codable & Sendable> {
  let sent = Subject<Void, Never>()
  private let numbered: Property<(number: Int, value: Value)>
  private let run: Int64
  private let guest: Guest
  private var last: WirePosition?
  private var isSending = false

  init(_ numbered: Property<(number: Int, value: Value)>, _ run: Int64, _ last: WirePosition?, _ guest: Guest) {
    self.numbered = numbered
    self.run = run
    // A position of another run of the program means nothing here.
    self.last = last?.run == run ? last : nil
    self.guest = guest
  }

  func tell(evenIfKnown: Bool = false) {
    let (number, value) = numbered.value
    let position = WirePosition(run: run, number: number)
    guard !isSending, evenIfKnown || position != last else { return }
    let message =
      position == last
      ? FromProperty<Value>(current: position)
      : FromProperty(value: .init(value: value, at: position, after: last))
    last = position
    isSending = true
    guest.say(json(message)) { [sent] in sent.send() }
  }

  func goOn() {
    isSending = false
    tell()
  }
}
