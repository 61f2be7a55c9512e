import Remote
import Rill
import Testing

/// A server that sends its name, or fails, or is silent.
private final class Named: WireTransport {
  enum Mode: Sendable { case works, isDead, isSilent }

  let mode: MutableProperty<Mode>
  private let name: UInt8

  init(_ name: UInt8, _ mode: Mode) { (self.name, self.mode) = (name, MutableProperty(mode)) }

  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> {
    switch mode.value {
    case .works: .just([name])
    case .isDead: .fail(.unreachable("dead"))
    case .isSilent: .never
    }
  }
}

@Suite struct WireAddressesTests {
  private let servers = [Named(0, .works), Named(1, .works)]

  /// The servers that answer some connections, one after another; `nil` for one without a message.
  private func answers(_ addresses: WireAddresses, _ count: Int) -> [UInt8?] {
    (0..<count).map { _ in
      let answer = MutableProperty<UInt8?>(nil)
      addresses.messages(sending: []).subscribe(next: { answer.value = $0[0] }, failed: { _ in }).dispose()
      return answer.value
    }
  }

  @Test func theFirstServerIsUsedWhileItAnswers() {
    #expect(answers(WireAddresses(servers), 3) == [0, 0, 0])
  }

  @Test(arguments: [Named.Mode.isDead, .isSilent])
  private func aServerWithoutAMessageIsLeftForTheNextOne(mode: Named.Mode) {
    let addresses = WireAddresses(servers)
    servers[0].mode.value = mode
    #expect(answers(addresses, 3) == [nil, 1, 1])
    // The next server stays in use when the first one is back.
    servers[0].mode.value = .works
    #expect(answers(addresses, 2) == [1, 1])
    servers[1].mode.value = mode
    #expect(answers(addresses, 3) == [nil, 0, 0])
  }

  @Test func connectionsThatFailTogetherChangeTheServerOnce() {
    let addresses = WireAddresses(servers)
    servers[0].mode.value = .isSilent
    let silent = (0..<3).map { _ in addresses.messages(sending: []).subscribe(next: { _ in }, failed: { _ in }) }
    for connection in silent { connection.dispose() }
    #expect(answers(addresses, 2) == [1, 1])
  }
}
