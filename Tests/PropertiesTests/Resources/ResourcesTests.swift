import Rill
import StreamTesting
import TestSupport
import Testing

@Suite struct ResourcesTests {
  private func withServer(
    _ policy: ResourcePolicy<Denied> = ResourcePolicy(staleAfter: .seconds(60)),
    _ store: any ResourceStore<String, String> = MemoryStore<String, String>(),
    _ body: (TestScheduler, SlowServer, Resources<String, String, Denied>) -> Void
  ) {
    let time = TestScheduler()
    let server = SlowServer(time)
    time.perform {
      let resources = Resources(policy: policy, store: store, on: time) {
        (question: String) async throws(Denied) in try await server.answer(question)
      }
      body(time, server, resources)
      // A load that waits for a time that never comes would be a leak.
      time.advance(by: .seconds(5))
    }
  }

  @Test func aThousandReadersOfAKeyMakeOneRequest() {
    withServer { time, server, resources in
      let heard = Heard<String?>()
      let readers = (0..<1_000).map { _ in resources["a"].subscribe { heard.append($0.latest) } }
      time.advance(by: .seconds(2))
      #expect(server.asked.values == ["a"])
      #expect(heard.values.filter { $0 == "a1" }.count == 1_000)
      for reader in readers { reader.dispose() }
      resources["a"].subscribe { heard.append($0.latest) }
      #expect(heard.values.last == "a1")
      time.advance()
      #expect(server.asked.values == ["a"])
    }
  }

  @Test func theLastOfAThousandReadersCancelsTheRequestInTheSameTurn() {
    withServer { time, server, resources in
      let readers = (0..<1_000).map { _ in resources["a"].subscribe { _ in } }
      time.advance(by: .seconds(1))
      for reader in readers { reader.dispose() }
      time.advance()
      #expect(server.cancelled.values == ["a"])
    }
  }

  @Test func aResourceIsReleasedWithItsLastReaderAndItsAnswerIsKept() {
    withServer { time, server, resources in
      weak var known: Resource<String, Denied>?
      do {
        let reader = resources["a"].subscribe { _ in }
        known = resources["a"]
        time.advance(by: .seconds(2))
        #expect(known != nil)
        reader.dispose()
      }
      #expect(known == nil)
      #expect(resources["a"].value == .value("a1"))
      resources["a"].subscribe { _ in }
      time.advance(by: .seconds(3))
      #expect(server.asked.values == ["a"])
    }
  }

  @Test func observedResourcesAreReleasedWithTheObjectThatKeepsThem() {
    let time = TestScheduler()
    let heard = Heard<String>()
    weak var known: Resource<String, Denied>?
    time.perform {
      do {
        let resources = Resources(on: time) { (key: String) async throws(Denied) in
          try? await time.sleep(for: .seconds(2))
          return key
        }
        resources["a"].signal.subscribe(
          next: { heard.append($0.latest ?? "-") }, completed: { heard.append("completed") })
        withExtendedLifetime(resources) {
          known = resources["a"]
          #expect(known != nil)
        }
      }
      #expect(known == nil)
      time.advance(by: .seconds(2))
    }
    #expect(heard.values == ["-", "a", "completed"])
  }

  @Test func invalidatedKeysAreLoadedAgain() {
    withServer { time, server, resources in
      resources["a"].subscribe { _ in }
      let reader = resources["b"].subscribe { _ in }
      time.advance(by: .seconds(2))
      reader.dispose()
      resources.invalidate(["a", "b", "c"])
      time.advance(by: .seconds(2))
      #expect(server.asked.values == ["a", "b", "a"])
      #expect(resources["b"].value == .pending(previous: "b2"))
      resources["b"].subscribe { _ in }
      time.advance(by: .seconds(2))
      #expect(resources["b"].value == .value("b4"))
    }
  }

  @Test func aKeyThatChangesNeverShowsTheAnswerOfAnother() {
    withServer { time, server, resources in
      let key = MutableProperty("a")
      let pair = Property(key, resources.property(for: key)) { ($0, $1.latest) }
      let heard = Heard<String>()
      pair.subscribe { heard.append("\($0.0) \($0.1 ?? "-")") }
      time.advance(by: .seconds(2))
      key.value = "b"
      time.advance(by: .seconds(1))
      key.value = "a"
      time.advance(by: .seconds(5))
      #expect(heard.values == ["a -", "a a1", "b -", "a a1"])
      #expect(server.cancelled.values == ["b"])
    }
  }

  @Test func aStoreWithoutTimesShowsItsAnswersAsPreviousOnes() {
    struct File: ResourceStore {
      let kept: Heard<String>
      func answer(for key: String) -> StoredAnswer<String>? { StoredAnswer("old \(key)") }
      func keep(_ answer: StoredAnswer<String>, for key: String) { kept.append("\(key) \(answer.value)") }
    }
    let kept = Heard<String>()
    withServer(ResourcePolicy(staleAfter: nil), File(kept: kept)) { time, _, resources in
      let heard = Heard<Loading<String, Denied>>()
      resources["a"].subscribe { heard.append($0) }
      time.advance(by: .seconds(2))
      #expect(heard.values == [.pending(previous: "old a"), .value("a1")])
      #expect(kept.values == ["a a1"])
    }
  }

  @Test func aValueThatIsSetInABatchIsStoredAfterIt() {
    let store = MemoryStore<String, String>()
    withServer(ResourcePolicy(), store) { _, _, resources in
      let resource = resources["a"]
      try? batch {
        resource.set("mine")
        throw Denied()
      }
      #expect(store.answer(for: "a") == nil)
      batch {
        resource.set("mine")
        #expect(store.answer(for: "a") == nil)
      }
      #expect(store.answer(for: "a")?.value == "mine")
    }
  }

  @Test func aMemoryStoreKeepsTheNewestAnswers() {
    let store = MemoryStore<Int, Int>(limit: 10)
    for key in 0..<1_000 { store.keep(StoredAnswer(key), for: key) }
    let left = (0..<1_000).filter { store.answer(for: $0) != nil }
    #expect(left.count <= 20 && left.count >= 10 && left.last == 999)
    #expect(left == Array(left[0]...999))
  }

  @Test func thousandsOfKeysLeaveNothingBehind() {
    withServer(ResourcePolicy(), MemoryStore<String, String>(limit: 1)) { time, server, resources in
      for key in 0..<5_000 { _ = resources["\(key)"] }
      #expect(server.asked.values == [])
      let first = resources["0"]
      #expect(resources["0"] === first)
    }
  }
}
