import Rill

/// A value that a stream has sent, as it is drawn: its label, its lane, and its age in milliseconds.
public struct Marble: Encodable, Sendable {
  let lane: Int
  let label: String
  var ago: Int64 = 0
}

/// A picture of streams at work: every value that they send rolls along a lane.
public final class Marbles: Element {
  public let id: String
  private let kept: Int
  private let watches = CompositeDisposable()
  private let sent = Subject<Void, Never>()
  private var lanes: [String] = []
  private var marbles: [(marble: Marble, at: ContinuousClock.Instant)] = []

  /// How many there have been in all. The last is `marbles.last`.
  private var total = 0

  /// - Parameter kept: How many of the newest are kept for tabs that have not seen them.
  public init(_ id: String, kept: Int = 60) {
    self.id = id
    self.kept = kept
  }

  deinit { watches.dispose() }

  /// Adds a lane for a stream.
  public func watch<Value>(
    _ name: String, _ stream: some StreamProtocol<Value, Never>, label: @escaping (Value) -> String
  ) {
    let lane = lanes.count
    lanes.append(name)
    watches.add(
      stream.subscribe(with: self) { marbles, value in
        marbles.add(Marble(lane: lane, label: label(value)))
      })
  }

  private func add(_ marble: Marble) {
    marbles.append((marble, .now))
    if marbles.count > kept { marbles.removeFirst() }
    total += 1
    sent.send()
  }

  public var changes: Signal<Void, Never> { sent.signal }

  public func look(_ known: inout Int) -> Look {
    let unseen = marbles.suffix(total - known)
    defer { known = total }
    return Look(
      lanes: known == 0 ? lanes : nil,
      marbles: unseen.map { marble, time in
        var marble = marble
        marble.ago = Int64(time.duration(to: .now) / .milliseconds(1))
        return marble
      })
  }
}
