import Synchronization

/// How much the server puts up with.
public struct Limits: Sendable {
  /// How many sockets may be open.
  public var sockets = 1_000

  /// How many connections may be open, sockets included.
  public var connections = 1_200

  /// How long a message may be, in bytes.
  public var message = 4_096

  /// The limit of a connection's first request, of silence on a socket, and of the answer to a ping.
  public var patience: Duration

  /// How long a socket that is being closed may take to say goodbye.
  public var goodbye = Duration.seconds(2)

  public init(patience: Duration = .seconds(20)) { self.patience = patience }
}

/// How many of something there are, and how many there may be.
final class Quota: Sendable {
  private let taken = Atomic(0)
  private let limit: Int

  init(_ limit: Int) { self.limit = limit }

  var isUsedUp: Bool { taken.load(ordering: .relaxed) >= limit }

  /// Takes one, if there is one left.
  func take() -> Bool {
    if taken.add(1, ordering: .relaxed).newValue <= limit { return true }
    giveBack()
    return false
  }

  func giveBack() { taken.subtract(1, ordering: .relaxed) }
}
