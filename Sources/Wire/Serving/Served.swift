import Operators
import Properties
import StreamCore

/// A property or a list that a service offers.
protocol Served: Sendable {
  /// Sends the changes after a position to a client, until the result is disposed.
  func watch(after position: WirePosition?, _ guest: Guest) -> Disposable
}

extension Guest {
  /// Sends the messages of `next`: after each change, and after each heartbeat.
  ///
  /// - Parameter next: Makes the next message. Its argument is whether to send a sign of life if there is nothing new.
  func pump(
    _ changes: some StreamProtocol<Int, Never>, next: @escaping @Sendable (_ beats: Bool) -> [UInt8]?
  ) -> Disposable {
    let beats = Lock(true)
    let pump = Pump(connection) {
      let message = next(beats.withLock { $0 })
      if message != nil { beats.withLock { $0 = false } }
      return message
    }
    let watching = CompositeDisposable()
    watching.add(Disposable { pump.stop() })
    watching.add(changes.deliver(on: scheduler, buffering: .newest(1)).subscribe { _ in pump.wake() })
    watching.add(
      Signal.interval(every: limits.heartbeat, on: scheduler).subscribe { _ in
        beats.withLock { $0 = true }
        pump.wake()
      })
    return Disposable { watching.dispose() }
  }
}

/// A property whose values are numbered.
final class ServedProperty<Value: Codable & Sendable>: Served {
  private let numbered: Property<(number: Int, value: Value)>
  private let run = Int64.random(in: 0...Int64.max)

  init(_ property: Property<Value>) {
    numbered = Property(
      initial: (0, property.value), then: property.enumerated().map { (number: $0.offset, value: $0.element) })
  }

  func watch(after position: WirePosition?, _ guest: Guest) -> Disposable {
    // A position of another run means nothing here. Guarded by: the pump.
    let last = Box(position?.run == run ? position : nil)
    return guest.pump(numbered.map(\.number)) { [numbered, run] beats in
      let (number, value) = numbered.value
      let position = WirePosition(run: run, number: number)
      guard position != last.value || beats else { return nil }
      let message =
        position == last.value
        ? FromProperty<Value>(current: position)
        : FromProperty(value: .init(value: value, at: position, after: last.value))
      guard let bytes = try? guest.coding.encode(message), bytes.count <= guest.limits.message else {
        guest.connection.refuse("the value cannot be encoded in \(guest.limits.message) bytes")
        return nil
      }
      last.value = position
      return bytes
    }
  }
}
