import Foundation
import Rill

#if canImport(Glibc)
  import Glibc
#endif

/// A web server for one test: answers on a free port of the loopback.
///
/// `/hello` returns "hello", and `/missing` returns 404. `/drop` closes the connection, and `/stall` sends half an
/// answer.
final class LoopbackServer: Sendable {
  let port: UInt16

  /// The paths that were asked for.
  let requests = Subject<String, Never>()

  /// The paths whose client went away before it had its answer.
  let hangUps = ReplaySubject<String, Never>(count: 1)

  private let listener: Int32

  init() {
    #if os(Linux)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        precondition(bind(listener, address, length) == 0 && listen(listener, 16) == 0)
        getsockname(listener, address, &length)
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    let (requests, hangUps) = (requests, hangUps)
    Thread.detachNewThread {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { break }
        Thread.detachNewThread { serve(client, requests, hangUps) }
      }
      close(listener)
    }
  }

  /// Wakes the thread that waits for clients, which closes the socket.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }
}

private func serve(_ client: Int32, _ requests: Subject<String, Never>, _ hangUps: ReplaySubject<String, Never>) {
  defer { close(client) }
  var request = ""
  while !request.contains("\r\n\r\n") {
    guard let piece = read(client) else { return }
    request += piece
  }
  let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
  requests.send(path)
  switch path {
  case "/hello": write(client, "200 OK", length: 5, "hello")
  case "/stall":
    write(client, "200 OK", length: 1_000, "half")
    while read(client) != nil {}
    hangUps.send(path)
  case "/drop": break
  default: write(client, "404 Not Found", length: 4, "none")
  }
}

private func read(_ client: Int32) -> String? {
  var buffer = [UInt8](repeating: 0, count: 4_096)
  let count = recv(client, &buffer, buffer.count, 0)
  return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
}

private func write(_ client: Int32, _ status: String, length: Int, _ body: String) {
  let answer = "HTTP/1.1 \(status)\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n\(body)"
  _ = answer.utf8.withContiguousStorageIfAvailable { send(client, $0.baseAddress, $0.count, 0) }
}
