import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Rill
import Testing

@testable import Remote
@testable import WebServer

private struct Refused: Error, Codable, Equatable { var reason: String }

/// A program that offers a number and a sum. It keeps its port when it restarts.
@MainActor private final class Program {
  let number = MutableProperty(1)
  private(set) var sums: [Int] = []
  private(set) var port = 0
  private var server: Server?
  private var serving: Task<Void, any Error>?
  private(set) var sockets: [Socket] = []

  var address: WireAddress { WireAddress("127.0.0.1", port) }

  func begin() async {
    let service = WireService(coding: JSONWireCoding(), on: .main)
    service.offer("number", number.property)
    service.offer("add") { [self] (input: Int, _) async throws(Refused) -> Int in try await add(input) }
    let server = Server(paths: ["/wire"]) { _ in Response(404, "") }
    self.server = server
    server.sockets.subscribe { [weak self] socket in
      self?.sockets.append(socket)
      service.open(socket)
    }
    port = await withCheckedContinuation { listening in
      serving = Task { [port] in
        try await server.run(host: "127.0.0.1", port: port) { listening.resume(returning: $0) }
      }
    }
  }

  /// All connections are lost, and no server answers.
  func end() async {
    server?.end()
    _ = await serving?.result
    cut()
  }

  func cut() {
    for socket in sockets { socket.sendElsewhere() }
    sockets = []
  }

  private func add(_ number: Int) throws(Refused) -> Int {
    guard number >= 0 else { throw Refused(reason: "\(number) is negative") }
    sums.append((sums.last ?? 0) + number)
    return sums[sums.count - 1]
  }
}

@MainActor @Suite struct RemoteTests {
  private let program = Program()

  private func until<Value>(_ property: Property<Value>, _ condition: @escaping @Sendable (Value) -> Bool) async {
    _ = await property.filter(condition).first
  }

  /// A program may be ended at any time, for example just after it has printed its port.
  @Test func aServerThatWasEndedBeforeDoesNotServe() async throws {
    let server = Server(paths: []) { _ in Response(404, "") }
    server.end()
    try await server.run(host: "127.0.0.1", port: 0) { _ in }
  }

  @Test func aPropertyFollowsTheOther() async {
    await program.begin()
    let remote = RemoteProperty<Int>("number", at: program.address)
    await until(remote.value) { $0 == 1 }
    await until(remote.connection) { $0.isLive }
    for number in 2...100 { program.number.value = number }
    await until(remote.value) { $0 == 100 }
    await program.end()
  }

  @Test func itIsUpdatedAgainAfterARestartOfTheServer() async {
    await program.begin()
    let remote = RemoteProperty<Int>("number", at: program.address)
    await until(remote.value) { $0 == 1 }
    await program.end()
    await until(remote.connection) { !$0.isLive }
    #expect(remote.value.value == 1)
    program.number.value = 7
    await program.begin()
    await until(remote.value) { $0 == 7 }
    await until(remote.connection) { $0.isLive }
    await program.end()
  }

  @Test func aCommandIsExecutedThereAndFailsAsItDoesThere() async {
    await program.begin()
    let add = RemoteCommand<Int, Int, RefusedThere>("add", at: program.address)
    #expect(await add.execute(2).result == .success(2))
    #expect(await add.execute(3).result == .success(5))
    #expect(await add.execute(-1).result == .failure(.source(.failed(RefusedThere(reason: "-1 is negative")))))
    await program.end()
  }

  /// As a client may know the failure by another type with the same JSON.
  private struct RefusedThere: Error, Codable, Equatable { var reason: String }

  @Test func aRepeatedCallIsExecutedOnce() async {
    await program.begin()
    let first = RemoteCommand<Int, Int, RefusedThere>("add", at: program.address)
    let second = RemoteCommand<Int, Int, RefusedThere>("add", at: program.address)
    #expect(await first.execute(2, key: "k").result == .success(2))
    #expect(await second.execute(2, key: "k").result == .success(2))
    #expect(program.sums == [2])
    await program.end()
  }

  @Test func callsAreExecutedInOrderAndOnceWhileConnectionsAreCut() async {
    await program.begin()
    let add = RemoteCommand<Int, Int, RefusedThere>("add", at: program.address)
    let cutting = Signal.interval(every: .milliseconds(20), on: .main).take(30).subscribe { [program] _ in program.cut()
    }
    let answers = (1...200).map { add.execute($0) }
    for (number, answer) in zip(1..., answers) {
      #expect(await answer.result == .success(number * (number + 1) / 2))
    }
    cutting.dispose()
    #expect(program.sums.count == 200)
    #expect(add.calls.entries.value.isEmpty)
    await program.end()
  }

  @Test func anUnknownNameIsAPermanentFailure() async {
    await program.begin()
    let remote = RemoteProperty<Int>("weather", at: program.address)
    await until(remote.connection) {
      $0 == .failed(.failed(.refused("there is no property weather")))
    }
    let remove = RemoteCommand<Int, Int, RefusedThere>("remove", at: program.address)
    #expect(
      await remove.execute(1).result
        == .failure(.source(.lost(.gaveUp(.failed(.refused("there is no command remove")))))))
    await program.end()
  }

  @Test func aValueOfAnotherTypeIsUnreadable() async {
    await program.begin()
    let remote = RemoteProperty<[String]>("number", at: program.address)
    await until(remote.connection) { if case .waiting = $0 { true } else { false } }
    #expect(remote.value.value == nil)
    await program.end()
  }

  /// The answer of a server to requests by a name; `nil` stands for a request without one.
  @Test(arguments: [
    ("127.0.0.1:80", 200), ("localhost", 200), ("LOCALHOST:8080", 200), ("[::1]:8080", 200), (nil, 200),
    ("evil.example", 421), ("127.0.0.1.evil.example:80", 421), ("", 421), ("[::1", 200), ("[::2]", 421),
  ])
  func onlyRequestsToItsOwnNamesAreAnswered(host: String?, status: UInt) async throws {
    let server = Server(paths: []) { _ in Response("text/plain", "hello".utf8) }
    let answer = try await answer(of: server, to: "GET / HTTP/1.1\r\n\(host.map { "Host: \($0)\r\n" } ?? "")\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
  }

  @Test func aServerHasTheNamesThatItIsGiven() async throws {
    let server = Server(paths: [], hosts: ["tea.example"]) { _ in Response("text/plain", "hello".utf8) }
    let answer = try await answer(of: server, to: "GET / HTTP/1.1\r\nHost: tea.example:8080\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
  }

  @Test(arguments: [0x81, 0x89, 0x8A, 0x88, 0x01] as [UInt8])
  func framesThatAreNotMaskedAreRefused(head: UInt8) async throws {
    let server = Server(paths: ["/wire"]) { _ in Response(404, "") }
    let sockets = server.sockets.subscribe { $0.next() }
    defer { sockets.dispose() }
    let upgrade =
      "GET /wire HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nUpgrade: websocket\r\n"
      + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    let answer = try await answer(of: server, to: upgrade, then: [head, 2, 0x7B, 0x7D])
    #expect(answer.hasPrefix("HTTP/1.1 101 "))
    #expect(answer.hasSuffix("Frames of a client must be masked."), "\(answer)")
  }

  /// All that a server sends to a client that sends one text, and, when that was answered, some bytes.
  private func answer(of server: Server, to text: String, then bytes: [UInt8] = []) async throws -> String {
    let port = AsyncStream.makeStream(of: Int.self)
    let serving = Task { try await server.run(host: "127.0.0.1", port: 0) { port.continuation.yield($0) } }
    var ports = port.stream.makeAsyncIterator()
    let listening = try #require(await ports.next())
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: listening) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    let answer = try await channel.executeThenClose { pieces, writer in
      try await writer.write(ByteBuffer(string: text))
      var answer = ByteBuffer()
      for try await piece in pieces {
        answer.writeImmutableBuffer(piece)
        let isFirst = answer.readableBytes == piece.readableBytes
        if isFirst, !bytes.isEmpty { try await writer.write(ByteBuffer(bytes: bytes)) }
      }
      return String(buffer: answer)
    }
    server.end()
    _ = await serving.result
    return answer
  }

  @Test func aMessageThatIsTooLongIsRefused() async {
    await program.begin()
    let end = await program.address.messages(sending: [Array(repeating: 32, count: 5_000)]).collect().result
    #expect(end == .failure(.source(.unreachable("A message may have at most 4096 bytes."))))
    await program.end()
  }
}
