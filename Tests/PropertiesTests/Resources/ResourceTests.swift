import Rill
import StreamTesting
import TestSupport
import Testing

struct Denied: Error, Equatable {}

/// A server that answers a question after two seconds, and counts.
final class SlowServer: Sendable {
  let asked = Heard<String>()
  let cancelled = Heard<String>()
  private let refusals = Lock(0)
  private let time: TestScheduler

  init(_ time: TestScheduler) { self.time = time }

  func refuse(_ count: Int) { refusals.withLock { $0 = count } }

  func answer(_ question: String) async throws(Denied) -> String {
    asked.append(question)
    let number = asked.values.count
    do {
      try await time.sleep(for: .seconds(2))
    } catch {
      cancelled.append(question)
    }
    let isRefused = refusals.withLock { refusals in
      refusals -= 1
      return refusals >= 0
    }
    if isRefused { throw Denied() }
    return "\(question)\(number)"
  }
}

@Suite struct ResourceTests {
  private typealias Text = Loading<String, Denied>

  private func withServer(
    _ policy: ResourcePolicy<Denied> = ResourcePolicy(), previous: String? = nil,
    _ body: (TestScheduler, MutableProperty<String>, SlowServer, Resource<String, Denied>) -> Void
  ) {
    let time = TestScheduler()
    let (question, server) = (MutableProperty("a"), SlowServer(time))
    time.perform {
      let resource = Resource(loading: question, previous: previous, policy: policy, on: time) {
        (question: String) async throws(Denied) in try await server.answer(question)
      }
      body(time, question, server, resource)
      // A load that waits for a time that never comes would be a leak.
      time.advance(by: .seconds(5))
    }
  }

  @Test func theFirstObserverHasItLoadedAndTheLastOneCancelsItInTheSameTurn() {
    withServer { time, _, server, resource in
      #expect(resource.value == .pending(previous: nil))
      time.advance(by: .seconds(9))
      #expect(server.asked.values == [])
      let (first, second) = (resource.subscribe { _ in }, resource.map { $0 }.subscribe { _ in })
      time.advance(by: .seconds(1))
      #expect(server.asked.values == ["a"])
      first.dispose()
      time.advance()
      #expect(server.cancelled.values == [])
      second.dispose()
      time.advance()
      #expect(server.cancelled.values == ["a"])
    }
  }

  @Test func refreshKeepsThePreviousValueWhileItLoads() {
    withServer { time, _, server, resource in
      let heard = Heard<Text>()
      resource.subscribe { heard.append($0) }
      time.advance(by: .seconds(2))
      resource.refresh()
      resource.refresh()
      time.advance(by: .seconds(2))
      #expect(server.asked.values.count == 2)
      #expect(heard.values == [.pending(previous: nil), .value("a1"), .pending(previous: "a1"), .value("a2")])
    }
  }

  @Test func refreshWithoutAnObserverLoadsToTheEnd() {
    withServer { time, _, server, resource in
      resource.refresh()
      time.advance(by: .seconds(2))
      #expect(resource.value == .value("a1"))
      #expect(server.cancelled.values == [])
      time.advance(by: .seconds(9))
      #expect(server.asked.values.count == 1)
    }
  }

  @Test func invalidateRestartsARunningLoad() {
    withServer(ResourcePolicy(staleAfter: nil)) { time, _, server, resource in
      let watching = resource.subscribe { _ in }
      time.advance(by: .seconds(1))
      resource.invalidate()
      time.advance()
      #expect(server.asked.values.count == 2)
      time.advance(by: .seconds(2))
      #expect(resource.value == .value("a2"))
      watching.dispose()
      resource.invalidate()
      time.advance()
      #expect(server.asked.values.count == 2)
      resource.subscribe { _ in }
      time.advance()
      #expect(server.asked.values.count == 3)
    }
  }

  @Test func aFreshAnswerIsNotLoadedAgain() {
    withServer(ResourcePolicy(staleAfter: .seconds(10))) { time, _, server, resource in
      resource.subscribe { _ in }.disposeAfter(.seconds(2), time)
      time.advance(by: .seconds(7))
      resource.subscribe { _ in }.disposeAfter(.seconds(1), time)
      #expect(server.asked.values.count == 1)
      time.advance(by: .seconds(5))
      resource.subscribe { _ in }
      time.advance()
      #expect(server.asked.values.count == 2)
    }
  }

  @Test func itIsPolledWhileItIsObserved() {
    withServer(ResourcePolicy(poll: .seconds(5))) { time, _, server, resource in
      let watching = resource.subscribe { _ in }
      time.advance(by: .seconds(11))
      #expect(server.asked.values.count == 3)
      watching.dispose()
      time.advance(by: .seconds(60))
      #expect(server.asked.values.count == 3)
    }
  }

  @Test func aFailureIsRetriedByThePolicy() {
    withServer(ResourcePolicy(retry: .constant(.seconds(1), limit: 2))) { time, _, server, resource in
      server.refuse(2)
      let heard = Heard<Text>()
      resource.subscribe { heard.append($0) }
      time.advance(by: .seconds(8))
      #expect(heard.values == [.pending(previous: nil), .value("a3")])
      server.refuse(3)
      resource.refresh()
      time.advance(by: .seconds(8))
      #expect(heard.values.suffix(2) == [.pending(previous: "a3"), .failed(Denied(), previous: "a3")])
    }
  }

  @Test func aValueThatIsSetReplacesTheAnswerOfARunningLoad() {
    withServer { time, _, server, resource in
      resource.subscribe { _ in }
      time.advance(by: .seconds(1))
      resource.set("mine")
      #expect(resource.value == .value("mine"))
      time.advance(by: .seconds(5))
      #expect(resource.value == .value("mine"))
      resource.refresh()
      time.advance(by: .seconds(2))
      #expect(resource.value == .value("a2"))
    }
  }

  @Test func aValueThatIsSetIsAPartOfABatch() {
    withServer { time, _, _, resource in
      resource.subscribe { _ in }
      time.advance(by: .seconds(1))
      try? batch {
        resource.set("mine")
        #expect(resource.value == .value("mine"))
        throw Denied()
      }
      #expect(resource.value == .pending(previous: nil))
      time.advance(by: .seconds(2))
      #expect(resource.value == .value("a1"))
    }
  }

  @Test func aRefreshInsideALoadAHandlerOrABatchLoads() {
    let loads = Heard<String>()
    func resource(_ name: String, _ whenLoading: @escaping @Sendable () -> Void = {}) -> Resource<Int, Never> {
      Resource(
        loading: Property(constant: 0), on: ImmediateScheduler(),
        from: { _ in
          .deferred {
            loads.append(name)
            whenLoading()
            return .just(1)
          }
        })
    }
    let (inLoad, inHandler, inBatch) = (resource("load"), resource("handler"), resource("batch"))
    resource("other") { inLoad.refresh() }.subscribe { _ in }
    let trigger = MutableProperty(0)
    trigger.skip(1).subscribe { _ in inHandler.refresh() }
    trigger.value = 1
    batch { inBatch.refresh() }
    #expect(loads.values == ["other", "load", "handler", "batch"])
  }

  @Test(arguments: [true, false], [true, false])
  func aSetThatABatchInvalidatesIsStale(isInvalidated: Bool, inHandler: Bool) {
    withServer(ResourcePolicy(staleAfter: .seconds(60))) { time, _, server, resource in
      let trigger = MutableProperty(0)
      trigger.skip(1).subscribe { _ in resource.invalidate() }
      batch {
        resource.set("mine")
        guard isInvalidated else { return }
        if inHandler { trigger.value = 1 } else { resource.invalidate() }
      }
      resource.subscribe { _ in }
      time.advance(by: .seconds(2))
      #expect(server.asked.values == (isInvalidated ? ["a"] : []))
    }
  }

  @Test func anEarlierAnswerIsNeverShownForANewQuestion() {
    withServer { time, question, _, resource in
      let pair = Property(question, resource) { "\($0) \($1)" }
      let heard = Heard<String>()
      pair.subscribe { heard.append($0) }
      time.advance(by: .seconds(2))
      question.value = "b"
      #expect(resource.value == .pending(previous: "a1"))
      time.advance(by: .seconds(2))
      #expect(!heard.values.contains { $0.hasPrefix("b value(\"a") })
      #expect(heard.values.last == "b value(\"b2\")")
    }
  }

  @Test func eachValueOfAStreamIsShown() {
    let time = TestScheduler()
    let source = Subject<Int, Denied>()
    let resource = Resource(loading: Property(constant: 0), on: time, from: { _ in source.signal })
    let heard = Heard<Loading<Int, Denied>>()
    resource.subscribe { heard.append($0) }
    source.send(1)
    source.send(2)
    resource.set(7)
    source.send(3)
    source.fail(Denied())
    #expect(
      heard.values == [
        .pending(previous: nil), .value(1), .value(2), .value(7), .value(3), .failed(Denied(), previous: 3),
      ])
  }

  @Test func itIsReleasedWithItsLastReader() {
    let time = TestScheduler()
    weak var known: Resource<Int, Never>?
    let property: Property<Loading<Int, Never>>
    do {
      let resource = Resource(loading: Property(constant: 0), on: time, from: { _ in Signal<Int, Never>.never })
      known = resource
      property = resource.property.map { $0 }
      property.subscribe { _ in }.dispose()
    }
    #expect(known != nil)
    _ = consume property
    #expect(known == nil)
  }

  @Test func anObserverOfAReleasedResourceReceivesTheLastAnswerAndTheCompletion() {
    let time = TestScheduler()
    let heard = Heard<String>()
    time.perform {
      do {
        let question = MutableProperty("a")
        let resource = Resource(loading: question, on: time) { (question: String) async throws(Denied) in
          try? await time.sleep(for: .seconds(2))
          return question
        }
        resource.signal.subscribe(next: { heard.append($0.latest ?? "-") }, completed: { heard.append("completed") })
      }
      time.advance(by: .seconds(2))
    }
    #expect(heard.values == ["-", "a", "completed"])
  }
}

extension Disposable {
  fileprivate func disposeAfter(_ delay: Duration, _ time: TestScheduler) {
    time.advance(by: delay)
    dispose()
  }
}
