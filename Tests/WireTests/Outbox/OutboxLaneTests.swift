import Operators
import StreamCore
import StreamTesting
import Subjects
import TestSupport
import Testing
import Wire

private typealias Box = Outbox<String, String, TestFailure>

/// A store in memory, which can be made to fail, and to be read again as after a restart.
final class TestStore: OutboxStore {
  private struct State {
    var entries: [StoredEntry<String>] = []
    var isFull = false
    var whileSaving: (@Sendable (StoredChange<String>) -> Void)?
  }

  private let state = Lock(State())

  init(_ entries: [StoredEntry<String>] = []) { state.withLock { $0.entries = entries } }

  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Runs before each change is stored, as another thread could.
  func whileSaving(_ action: (@Sendable (StoredChange<String>) -> Void)?) {
    state.withLock { $0.whileSaving = action }
  }

  var description: String {
    entries().map { entry in
      switch entry.content {
      case .waiting(let message): message
      case .refused(let message, _): "(\(message))"
      case .unreadable: "?"
      }
    }.joined(separator: " ")
  }

  func entries() -> [StoredEntry<String>] { state.withLock { $0.entries } }

  func save(_ changes: [StoredChange<String>]) throws(StoreFailure) {
    let action = state.withLock { $0.whileSaving }
    for change in changes { action?(change) }
    let isFull = state.withLock { state in
      if !state.isFull { for change in changes { state.entries.apply(change) } }
      return state.isFull
    }
    if isFull { throw StoreFailure("No space left.") }
  }
}

extension [StoredEntry<String>] {
  fileprivate mutating func apply(_ change: StoredChange<String>) {
    switch change {
    case .posted(let key, let message): append(StoredEntry(key: key, .waiting(message)))
    case .removed(let key): removeAll { $0.key == key }
    case .refused(let key, let reason):
      guard let index = firstIndex(where: { $0.key == key }) else { return }
      if case .waiting(let message) = self[index].content {
        self[index] = StoredEntry(key: key, .refused(message, reason: reason))
      }
    case .reopened(let key):
      guard let index = firstIndex(where: { $0.key == key }) else { return }
      if case .refused(let message, _) = remove(at: index).content {
        append(StoredEntry(key: key, .waiting(message)))
      }
    }
  }
}

@Suite struct OutboxLaneTests {
  private let time = TestScheduler()
  private let sent = Heard<String>()
  private let poison = Lock<Set<String>>([])

  /// The lane is the first letter. A poisonous message is not taken.
  private func box(_ store: TestStore, retrying policy: RetryPolicy<Disconnection<TestFailure>>? = nil) throws -> Box {
    let (sent, poison) = (sent, poison)
    return try Outbox(
      store: store, lane: { String($0.prefix(1)) }, retrying: policy ?? .constant(time.ticks(2)), on: time
    ) { entries -> Signal<Box.Acknowledgement, TestFailure> in
      sent.append(entries.map(\.message).joined(separator: ","))
      if entries.contains(where: { entry in poison.withLock { $0.contains(entry.message) } }) {
        return .fail(TestFailure("refused"))
      }
      return Signal(entries.map { Box.Acknowledgement(key: $0.key, answer: "yes \($0.message)") }).promoteFailure()
    }
  }

  private struct Never: Error {}

  private var giveUp: RetryPolicy<Disconnection<TestFailure>> { .immediate(limit: 0) }

  @Test func aPoisonousEntryBlocksItsLaneOnly() throws {
    let store = TestStore()
    let box = try box(store)
    poison.withLock { $0 = ["a1"] }
    for message in ["a1", "a2", "b1", "b2"] { box.post(message) }
    time.advance(by: time.ticks(5))
    #expect(sent.values.filter { $0.hasPrefix("b") } == ["b1", "b2"])
    #expect(box.entries.value.map(\.message) == ["a1", "a2"])
    #expect(store.description == "a1 a2")
    poison.withLock { $0 = [] }
    box.retryNow()
    time.advance()
    #expect(box.entries.value.isEmpty)
    #expect(store.description == "")
  }

  @Test func refusedEntriesAreListedAndCanBeRetriedEditedAndDiscarded() throws {
    let store = TestStore()
    let box = try box(store, retrying: giveUp)
    poison.withLock { $0 = ["a1", "a2", "a3"] }
    let answers = ["a1", "a2", "a3", "a4"].map { Recorder(box.post($0, key: $0), on: time) }
    time.advance()
    #expect(box.refused.value.map(\.message) == ["a1", "a2", "a3"])
    #expect(store.description == "(a1) (a2) (a3)")
    #expect(answers[0].events == [.failed(.gaveUp(.failed(TestFailure("refused"))))])
    #expect(answers[3].values == ["yes a4"])
    poison.withLock { $0 = [] }
    let retried = box.retry("a1").map { Recorder($0, on: time) }
    let edited = Recorder(box.edit("a2", to: "a5"), on: time)
    #expect(box.discard("a3"))
    #expect(!box.discard("a3"))
    #expect(box.retry("a9") == nil)
    time.advance()
    #expect(retried?.values == ["yes a1"])
    #expect(edited.values == ["yes a5"])
    #expect(box.refused.value.isEmpty)
    #expect(store.description == "")
  }

  @Test func aWaitingEntryIsDiscardedOrEdited() throws {
    let store = TestStore()
    let box = try box(store)
    box.isPaused.value = true
    let (first, second) = (Recorder(box.post("a1", key: "1")), Recorder(box.post("a2", key: "2")))
    box.post("a3", key: "3")
    #expect(box.discard("1"))
    box.edit("2", to: "a4")
    time.advance(by: time.ticks(9))
    #expect(first.events == [.failed(.discarded)])
    #expect(second.events == [.failed(.discarded)])
    #expect(sent.values == [])
    #expect(store.description == "a3 a4")
    box.isPaused.value = false
    time.advance()
    #expect(sent.values == ["a3", "a4"])
  }

  @Test func entriesOfAnEarlierRunAreSentFirstAndUnreadableOnesAreListed() throws {
    let store = TestStore([
      StoredEntry(key: "1", .waiting("a1")), StoredEntry(key: "2", .refused("b1", reason: "no")),
      StoredEntry(key: "3", .unreadable(reason: "version 9")), StoredEntry(key: "4", .waiting("a2")),
    ])
    let box = try box(store)
    box.post("a3")
    time.advance()
    #expect(sent.values == ["a1", "a2", "a3"])
    #expect(box.refused.value.map(\.key) == ["2", "3"])
    guard case .unreadable("version 9") = box.refused.value[1].reason else { return #expect(Bool(false)) }
    #expect(box.retry("3") == nil)
    #expect(store.description == "(b1) ?")
    #expect(box.discard("3"))
    #expect(store.description == "(b1)")
  }

  @Test func aStoreThatIsFullIsAnErrorOfThePostAndAStateOfTheOutbox() throws {
    let store = TestStore()
    let box = try box(store)
    store.isFull = true
    let answer = Recorder(box.post("a1", key: "1"))
    #expect(answer.events == [.failed(.notStored(StoreFailure("No space left.")))])
    #expect(box.storeFailure.value?.description == "No space left.")
    #expect(box.entries.value.isEmpty)
    store.isFull = false
    box.post("a1", key: "1")
    #expect(box.storeFailure.value == nil)
    time.advance()
    #expect(sent.values == ["a1"])
  }

  @Test func anEntryThatWasStoredOutlivesABatchThatThrows() throws {
    let box = try box(TestStore())
    try? batch {
      box.post("a1")
      throw Never()
    }
    #expect(box.entries.value.map(\.message) == ["a1"])
    time.advance()
    #expect(sent.values == ["a1"])
  }

  @Test func anEntryThatIsDiscardedWhileItIsStoredIsNotSent() throws {
    let store = TestStore()
    let box = try box(store)
    let isDiscarded = Lock(false)
    store.whileSaving { [weak box] change in
      guard case .posted(let key, _) = change else { return }
      let wasThere = box?.discard(key) == true
      isDiscarded.withLock { $0 = wasThere }
    }
    let answer = Recorder(box.post("a1", key: "1"))
    store.whileSaving(nil)
    #expect(isDiscarded.withLock { $0 })
    #expect(answer.events == [.failed(.discarded)])
    box.post("a2")
    time.advance(by: time.ticks(9))
    #expect(sent.values == ["a2"])
    #expect(box.entries.value.isEmpty)
    #expect(store.description == "")
  }

  @Test func aThousandLanesLeaveNothingBehind() throws {
    let box = try box(TestStore())
    for round in 0..<3 { for lane in 0..<300 { box.post("\(UnicodeScalar(lane + 256)!)\(round)") } }
    time.advance()
    #expect(sent.values.count == 900)
    #expect(box.entries.value.isEmpty)
  }
}
