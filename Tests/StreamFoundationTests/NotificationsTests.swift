import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing

private let saved = Notification.Name("saved")

@Suite struct NotificationsTests {
  let center = NotificationCenter()

  @Test func sendsThePostedValue() {
    let recorder = Recorder(center.signal(named: saved) { $0.userInfo?["count"] as? Int ?? 0 })
    center.post(name: saved, object: nil, userInfo: ["count": 2])
    center.post(name: Notification.Name("other"), object: nil)
    center.post(name: saved, object: nil)
    #expect(recorder.values == [2, 0])
    #expect(recorder.completion == nil)
  }

  @Test func anObserverIsRemovedWhenItsSubscriptionIsDisposed() {
    let probe = LifetimeProbe()
    let heard = Heard<Int>()
    let subscription = center.signal(named: saved) { [object = probe.object()] _ in object.touch() }
      .subscribe { heard.append(1) }
    #expect(probe.liveCount == 1)
    subscription.dispose()
    center.post(name: saved, object: nil)
    #expect(heard.values.isEmpty)
    #expect(probe.liveCount == 0, "The centre still keeps the observer.")
  }

  @Test func subscribersComeAndGoIndependently() {
    let posts = center.signal(named: saved)
    let (first, second) = (Recorder(posts), Recorder(posts))
    center.post(name: saved, object: nil)
    first.dispose()
    center.post(name: saved, object: nil)
    #expect(first.values.count == 1)
    #expect(second.values.count == 2)
  }

  @Test func onlyTheObjectsOwnAndTheObjectIsNotKept() {
    var document: Document? = Document()
    weak let weakDocument = document
    let posts = center.signal(named: saved, object: document)
    let recorder = Recorder(posts)
    center.post(name: saved, object: document)
    center.post(name: saved, object: Document())
    center.post(name: saved, object: nil)
    #expect(recorder.values.count == 1)
    document = nil
    #expect(weakDocument == nil)
    // d60: ReactiveObjC reads a dangling pointer here.
    #expect(Recorder(posts).completion == .completed)
    for _ in 0..<100 { center.post(name: saved, object: Document()) }
    #expect(recorder.values.count == 1)
  }

  @Test func postsFromManyThreadsArriveOneAfterAnother() async {
    let running = Lock(0)
    let heard = Heard<Bool>()
    let subscription = center.signal(named: saved).subscribe {
      running.withLock { $0 += 1 }
      heard.append(running.withLock { $0 } == 1)
      running.withLock { $0 -= 1 }
    }
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<500 { self.center.post(name: saved, object: nil) } }
      }
    }
    await until { heard.values.count >= 2_000 }
    subscription.dispose()
    #expect(heard.values.count == 2_000)
    #expect(heard.values.allSatisfy { $0 })
  }

  @Test func aPostFromInsideAHandlerComesAfterIt() {
    let heard = Heard<String>()
    let subscription = center.signal(named: saved) { $0.userInfo?["n"] as? Int ?? 0 }.subscribe { number in
      heard.append("in \(number)")
      if number == 0 { self.center.post(name: saved, object: nil, userInfo: ["n": 1]) }
      heard.append("out \(number)")
    }
    center.post(name: saved, object: nil, userInfo: ["n": 0])
    subscription.dispose()
    #expect(heard.values == ["in 0", "out 0", "in 1", "out 1"])
  }
}

private final class Document {}
