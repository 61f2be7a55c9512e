import Rill
import WebServer

/// A socket at `/wire`: its texts are the messages.
final class WireSocket: WireConnection {
  private let socket: Socket

  init(_ socket: Socket) { self.socket = socket }

  var received: Signal<[UInt8], Never> { socket.messages.map { Array($0.utf8) } }

  func receive() { socket.next() }

  func send(_ message: [UInt8], accepted: @escaping @Sendable () -> Void) {
    socket.send(String(decoding: message, as: UTF8.self), sent: accepted)
  }

  func refuse(_ reason: String) { socket.refuse(reason) }
}

extension WireService {
  /// Serves a socket.
  public func open(_ socket: Socket) { serve(WireSocket(socket)) }
}

extension RemoteProperty {
  /// The property that is called `name` in the program at an address.
  public init(_ name: String, at address: WireAddress) { self.init(name, over: address, coding: JSONWireCoding()) }
}

extension RemoteCommand {
  /// The command that is called `name` in the program at an address.
  public init(_ name: String, at address: WireAddress) { self.init(name, over: address, coding: JSONWireCoding()) }
}
