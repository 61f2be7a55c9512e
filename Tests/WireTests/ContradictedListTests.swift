import Lists
import StreamCore
import StreamFoundation
import StreamRuntime
import StreamTesting
import Testing
import Wire

/// Edits that do not fit the client's list.
@Suite struct ContradictedListTests {
  private let time = TestScheduler()
  private let coding = JSONWireCoding()

  /// A server that sends bad edits of a list of three. The client keeps its list, and asks for all elements.
  @Test(arguments: [
    #"[{"insert":4,"element":{"id":9,"title":""}}]"#, #"[{"insert":-1,"element":{"id":9,"title":""}}]"#,
    #"[{"insert":0}]"#, #"[{"remove":3}]"#, #"[{"remove":-1}]"#, #"[{"replace":3,"element":{"id":9,"title":""}}]"#,
    #"[{"move":0,"to":3}]"#, #"[{"move":3,"to":0}]"#, #"[{"move":0}]"#, "[{}]", #"[{"remove":0},{"remove":2}]"#,
  ])
  func badEditsAreNotApplied(edits: String) {
    let three = [0, 1, 2].map { "{\"id\":\($0),\"title\":\"\"}" }.joined(separator: ",")
    let all = #"{"list":{"at":{"run":1,"number":0},"elements":[\#(three)]}}"#
    let change = #"{"list":{"at":{"run":1,"number":1},"after":{"run":1,"number":0},"edits":\#(edits)}}"#
    let network = Script(time) { watch in watch.contains("after") ? [] : [all, change] }
    let remote = RemoteList<Card>(
      "cards", over: network, coding: coding, limits: limits(time), retrying: .constant(time.ticks(2)), on: time)
    time.advance(by: time.ticks(3))
    #expect(remote.value.map(\.id) == [0, 1, 2])
    #expect(!remote.connection.value.isLive)
    time.advance(by: time.ticks(12))
    // Every connection asked for all elements.
    #expect(network.count > 2)
    #expect(remote.value.map(\.id) == [0, 1, 2])
  }

  /// The second connection is lost before it has sent the elements. The third would send an edit of the old ones, and
  /// this edit fits.
  @Test func elementsAreDistrustedUntilAllHaveArrivedAgain() {
    let wrong = #"{"list":{"at":{"run":1,"number":0},"elements":[{"id":0,"title":""},{"id":1,"title":""}]}}"#
    let right = #"{"list":{"at":{"run":1,"number":1},"elements":[{"id":7,"title":""}]}}"#
    let bad = #"{"list":{"at":{"run":1,"number":1},"after":{"run":1,"number":0},"edits":[{"remove":5}]}}"#
    let good = #"{"list":{"at":{"run":1,"number":1},"after":{"run":1,"number":0},"edits":[{"remove":0}]}}"#
    let watches = Lock<[String]>([])
    let network = Script(time) { watch in
      let count = watches.withLock { watches in
        watches.append(watch)
        return watches.count
      }
      return switch count {
      case 1: [wrong, bad]
      case 2: ["this is not a message"]
      default: [watch.contains("after") ? good : right]
      }
    }
    let remote = RemoteList<Card>(
      "cards", over: network, coding: coding, limits: limits(time), retrying: .constant(time.ticks(2)), on: time)
    time.advance(by: time.ticks(20))
    #expect(!watches.withLock { $0 }.contains { $0.contains("after") })
    #expect(remote.value.map(\.id) == [7])
    // The elements have arrived, so the next connection continues from them.
    time.advance(by: time.ticks(70))
    #expect(watches.withLock { $0.last }?.contains("after") == true)
  }
}

/// A server that answers each watch with a script.
private final class Script: WireTransport {
  private let time: TestScheduler
  private let answers: @Sendable (String) -> [String]
  private let connections = Lock(0)

  init(_ time: TestScheduler, _ answers: @escaping @Sendable (String) -> [String]) {
    (self.time, self.answers) = (time, answers)
  }

  var count: Int { connections.withLock { $0 } }

  func messages(sending first: [[UInt8]]) -> Signal<[UInt8], WireFailure> {
    Signal { [self] observer in
      connections.withLock { $0 += 1 }
      let watched = String(decoding: first.last ?? [], as: UTF8.self)
      return time.schedule(after: time.ticks(1)) { [self] in
        for answer in answers(watched) { observer.send(Array(answer.utf8)) }
      }
    }
  }
}
