import Dispatch
import Foundation
import Operators
import StreamCore
import StreamTesting
import TestSupport
import Testing
import Wire

private typealias Box = Outbox<String, String, TestFailure>

/// Two calls that decide about one entry at the same time.
@Suite struct OutboxRaceTests {
  private let time = TestScheduler()
  private let store = TestStore()
  private let sent = Heard<String>()

  /// An outbox that refuses entries which contain an x.
  private func box(limit: Int = 10) throws -> Box {
    let sent = sent
    return try Outbox(store: store, limit: limit, retrying: .immediate(limit: 0), on: time) {
      entries -> Signal<Box.Acknowledgement, TestFailure> in
      sent.append(entries[0].message)
      if entries[0].message.contains("x") { return .fail(TestFailure()) }
      return .just(Box.Acknowledgement(key: entries[0].key, answer: "yes"))
    }
  }

  @Test func anEntryThatIsRefusedDuringItsPostStaysInTheStore() throws {
    let (box, time) = (try box(), time)
    box.post("a")
    let observing = box.entries.signal.subscribe { entries in
      if entries.contains(where: { $0.key == "x" }) { time.advance() }
    }
    box.post("x", key: "x")
    observing.dispose()
    #expect(sent.values == ["a", "x"])
    #expect(box.refused.value.map(\.key) == ["x"])
    #expect(box.entries.value.isEmpty)
    #expect(store.description == "(x)")
  }

  @Test func anEntryThatIsLostWhileItIsDiscardedIsNotListedAsRefused() throws {
    let (box, time) = (try box(), time)
    let (hasSent, isDiscarded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOver = DispatchSemaphore(value: 0)
    let answer = Recorder(box.post("x", key: "x"))
    store.whileSaving { change in
      guard case .removed = change else { return }
      Thread.detachNewThread {
        batch {
          time.advance()
          hasSent.signal()
          isDiscarded.wait()
        }
        isOver.signal()
      }
      hasSent.wait()
    }
    #expect(box.discard("x"))
    isDiscarded.signal()
    isOver.wait()
    #expect(box.refused.value.isEmpty)
    #expect(box.entries.value.isEmpty)
    #expect(store.description == "")
    #expect(answer.events == [.failed(.discarded)])
  }

  @Test func anEntryIsDiscardedOnce() throws {
    let box = try box()
    box.post("a", key: "a")
    let second = Lock(true)
    store.whileSaving { [weak box] change in
      guard case .removed = change, let box else { return }
      store.whileSaving(nil)
      let isDiscarded = box.discard("a")
      second.withLock { $0 = isDiscarded }
    }
    #expect(box.discard("a"))
    #expect(!second.withLock { $0 })
  }

  @Test func entriesThatCannotBeDiscardedAreSentInOrder() throws {
    let (box, time, store) = (try box(), time, store)
    for message in ["a", "b"] { box.post(message, key: message) }
    store.whileSaving { change in
      guard case .removed = change else { return }
      store.whileSaving(nil)
      time.advance()
      store.isFull = true
    }
    #expect(!box.discard("a"))
    store.isFull = false
    time.advance()
    #expect(sent.values == ["a", "b"])
    #expect(box.entries.value.isEmpty)
    #expect(store.description == "")
  }

  @Test func anEditOfAnUnknownEntryKeepsToTheLimit() throws {
    let box = try box(limit: 1)
    box.post("a", key: "a")
    #expect(Recorder(box.edit("unknown", to: "b")).events == [.failed(.full)])
    #expect(box.entries.value.map(\.message) == ["a"])
    #expect(store.description == "a")
    box.edit("a", to: "c")
    #expect(box.entries.value.map(\.message) == ["c"])
    #expect(store.description == "c")
  }

  @Test func anEntryThatIsEditedWhileItIsStoredIsReplaced() throws {
    let (box, time) = (try box(), time)
    store.whileSaving { [weak box] change in
      guard case .posted("a", _) = change else { return }
      store.whileSaving(nil)
      box?.edit("a", to: "b")
    }
    let answer = Recorder(box.post("a", key: "a"))
    #expect(answer.events == [.failed(.discarded)])
    #expect(store.description == "b")
    time.advance()
    #expect(sent.values == ["b"])
  }

  @Test func aPostWithTheKeyOfAnUnreadableEntryReplacesIt() throws {
    let store = TestStore([StoredEntry(key: "a", .unreadable(reason: "version 9"))])
    let box = try Outbox<String, String, TestFailure>(store: store, retrying: .immediate(), on: time) { _ in
      Signal.never
    }
    store.isFull = true
    #expect(Recorder(box.post("new", key: "a")).events == [.failed(.notStored(StoreFailure("No space left.")))])
    #expect(box.refused.value.map(\.key) == ["a"])
    store.isFull = false
    box.post("new", key: "a")
    #expect(store.description == "new")
    #expect(box.refused.value.isEmpty)
    #expect(box.entries.value.map(\.message) == ["new"])
  }

  @Test func anEntryThatIsDiscardedWhileItsReplacementCannotBeStoredIsGone() throws {
    let (store, isDiscarded) = (TestStore([StoredEntry(key: "a", .unreadable(reason: "version 9"))]), Lock(false))
    let box = try Outbox<String, String, TestFailure>(store: store, retrying: .immediate(), on: time) { _ in
      Signal.never
    }
    store.whileSaving { [weak box] change in
      store.isFull = if case .posted = change { true } else { false }
      guard store.isFull, let box else { return }
      let wasDiscarded = box.discard("a")
      isDiscarded.withLock { $0 = wasDiscarded }
    }
    let answer = Recorder(box.post("new", key: "a"))
    #expect(isDiscarded.withLock { $0 })
    #expect(answer.events == [.failed(.discarded)])
    #expect(box.refused.value.isEmpty)
    #expect(box.entries.value.isEmpty)
    #expect(store.description == "")
    box.post("newer", key: "a")
    #expect(box.entries.value.isEmpty, "The store is full.")
    store.whileSaving(nil)
    store.isFull = false
    box.post("newest", key: "a")
    #expect(box.entries.value.map(\.message) == ["newest"])
  }
}
