import Interleaving
import ModelSupport
@testable import StreamCore
import Testing

/// Something to be disposed, once.
private final class Thing: Disposing {
  private let count: Count

  /// Written by the thread that creates the object, and read by the threads that dispose it.
  private let made = Shared(false)

  init(_ count: Count) {
    self.count = count
    made.value = true
  }

  var isDisposed: Bool { count.now > 0 }
  var times: Int { count.now }

  func dispose() {
    expect(made.value)
    count.add()
  }
}

@Suite struct DisposingModels {
  @Test func twoAddAndTwoDispose() throws {
    try model("Subscription, add, add, dispose, dispose", withoutBound: true) { program in
      let (subscription, disposed) = (Subscription(), Count())
      for _ in 0..<2 { program.thread { subscription.add(Thing(disposed)) } }
      program.thread { subscription.dispose() }
      program.atEnd {
        subscription.dispose()
        expect(disposed.now == 2, "disposed \(disposed.now) times")
      }
    }
  }

  @Test func oneThatIsAskedWhetherItIsEndless() throws {
    try model("Subscription, add, isEndless, dispose", withoutBound: true) { program in
      let (subscription, disposed) = (Subscription(), Count())
      subscription.add(Thing(disposed))
      program.thread { _ = subscription.isEndless }
      program.thread { subscription.add(Thing(disposed)) }
      program.thread { subscription.dispose() }
      program.atEnd { expect(disposed.now == 2, "disposed \(disposed.now) times") }
    }
  }

  @Test func oneThatIsReleased() throws {
    try model("Subscription, add, deinit", withoutBound: true) { program in
      let disposed = Count()
      let subscription = Subscription()
      program.thread { [subscription] in subscription.add(Thing(disposed)) }
      program.thread { [subscription] in _ = subscription.isActive }
      program.atEnd { expect(disposed.now == 1, "disposed \(disposed.now) times") }
    }
  }

  @Test func aSerialOne() throws {
    try model("SerialDisposable, set, set, dispose", withoutBound: true) { program in
      let (serial, disposed) = (SerialDisposable(), Count())
      for _ in 0..<2 { program.thread { serial.inner = Disposable(Thing(disposed)) } }
      program.thread { serial.dispose() }
      program.atEnd { expect(disposed.now == 2, "disposed \(disposed.now) times") }
    }
  }

  @Test func aCompositeOne() throws {
    try model("CompositeDisposable, add, remove, dispose", withoutBound: true) { program in
      let (composite, removed, disposed) = (CompositeDisposable(), Count(), Count())
      program.thread {
        let thing = Disposable(Thing(removed))
        composite.add(thing)
        composite.remove(thing)
      }
      program.thread { composite.add(Disposable(Thing(disposed))) }
      program.thread { composite.dispose() }
      program.atEnd {
        expect(removed.now <= 1 && disposed.now == 1, "disposed \(removed.now) and \(disposed.now) times")
      }
    }
  }

  @Test func aMemberThatTwoThreadsRemove() throws {
    try model("CompositeDisposable, remove, remove, add", withoutBound: true) { program in
      let (composite, removed, disposed) = (CompositeDisposable(), Count(), Count())
      let thing = Disposable(Thing(removed))
      composite.add(thing)
      for _ in 0..<2 { program.thread { if composite.remove(thing) { removed.add() } } }
      program.thread { composite.add(Disposable(Thing(disposed))) }
      program.atEnd {
        composite.dispose()
        expect(removed.now == 1 && disposed.now == 1, "removed \(removed.now), disposed \(disposed.now) times")
      }
    }
  }

  @Test func aTaskThatIsGivenUpBeforeItIsKnown() throws {
    try model("TaskTeardown, keep, dispose", withoutBound: true) { program in
      let (teardown, task) = (TaskTeardown(), Task {})
      program.thread { teardown.setTask(task) }
      program.thread { teardown.dispose() }
      program.atEnd { expect(task.isCancelled && teardown.isDisposed) }
    }
  }

  /// The delivery may start other work, which must not be cancelled.
  @Test func aTaskThatDelivers() throws {
    try model("TaskTeardown, keep, deliver, dispose", withoutBound: true) { program in
      let (teardown, task) = (TaskTeardown(), Task {})
      program.thread { teardown.setTask(task) }
      program.thread {
        let goesOn = teardown.deliver {
          expect(!task.isCancelled, "it is cancelled, and delivers")
          teardown.dispose()
          expect(!task.isCancelled, "it is cancelled by what it delivers")
        }
        expect(!goesOn)
      }
      program.atEnd { expect(teardown.isDisposed && !teardown.deliver { expect(false, "it delivers after its end") }) }
    }
  }

  @Test func aTaskThatDeliversWhileItIsGivenUp() throws {
    try model("TaskTeardown, deliver, dispose", withoutBound: true) { program in
      let (teardown, task, inside) = (TaskTeardown(), Task {}, Count())
      teardown.setTask(task)
      program.thread {
        teardown.deliver {
          expect(!task.isCancelled, "it is cancelled, and delivers")
          inside.add()
          expect(!task.isCancelled, "it is cancelled while it delivers")
        }
      }
      program.thread { teardown.dispose() }
    }
  }

  @Test func anAction() throws {
    try model("Disposable, dispose, dispose", withoutBound: true, preemptions: 3) { program in
      let count = Count()
      let disposable = Disposable { count.add() }
      program.thread { disposable.dispose() }
      program.thread { disposable.dispose() }
      program.atEnd { expect(count.now == 1) }
    }
  }
}
