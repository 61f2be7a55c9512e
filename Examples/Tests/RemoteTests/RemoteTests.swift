import Foundation
import Rill
import Testing
import WebServer

@testable import Remote

private struct Refused: Error, Codable, Equatable { var reason: String }

/// A program that offers a number and a sum, at a port that it keeps when it begins anew.
@MainActor private final class Program {
  let number = MutableProperty(1)
  private(set) var sums: [Int] = []
  private(set) var port = 0
  private var server: Server?
  private var serving: Task<Void, any Error>?
  private(set) var sockets: [Socket] = []

  var address: WireAddress { WireAddress("127.0.0.1", port) }

  func begin() async {
    let service = WireService()
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

  /// All connections are lost, and nobody answers.
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

  /// A program may be told to end at any time, also when it has just said where it listens.
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

  @Test func itFollowsAgainWhenTheOtherHasBegunAnew() async {
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

  @Test func whatIsSaidAgainIsExecutedOnce() async {
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
    #expect(add.waiting.value == 0)
    await program.end()
  }

  @Test func whatIsNotThereIsAFailureForGood() async {
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

  /// What a server says to what no client says.
  @Test(arguments: [
    ("", "this is not a message"), ("[]", "this is not a message"), (#"{"hello":7}"#, "this is not a message"),
    (#"{"hello":{"versions":[0,2,99]}}"#, "versions [1] are spoken here"),
    (#"{"watch":{"property":"number"}}"#, "a hello comes first"),
    ("hello {}", "this is not a message"),
    (#"hello {"watch":{"property":"x"}}"#, "there is no property x"),
    (#"hello {"execute":{"command":"add","key":"","input":1}}"#, "a key has 1 to 200 bytes"),
    (#"hello {"execute":{"command":"add","key":"k","input":"1"}}"#, "add takes something else"),
    (#"hello {"execute":{"command":"add","key":"k"}}"#, "add takes something else"),
  ])
  func badInputIsRefused(text: String, reason: String) async {
    await program.begin()
    let hello = #"{"hello":{"versions":[1]}}"#
    let said = text.hasPrefix("hello ") ? [hello, String(text.dropFirst(6))] : [text]
    let end = await program.address.messages(sending: said).collect().result
    #expect(end == .failure(.source(.refused(reason))))
    await program.end()
  }

  @Test func aMessageThatIsTooLongIsNotHeard() async {
    await program.begin()
    let end = await program.address.messages(sending: [String(repeating: " ", count: 5_000)]).collect().result
    #expect(end == .failure(.source(.unreachable("A message may have 4096 bytes."))))
    await program.end()
  }
}
