import Rill
import TestSupport
import Testing

@MainActor private final class Label {
  var text = ""
}

/// The kinds of effects, and their lifetime.
@Suite struct EffectTests {
  /// An actor's method takes a body that returns nothing: the compiler refused it.
  @Test @MainActor func aBodyOfAnActorNeedNotReturnAnything() {
    let (name, label) = (MutableProperty("Ada"), Label())
    let following = effect { label.text = "\(name.value)!" }
    #expect(label.text == "Ada!")
    name.value = "Grace"
    #expect(label.text == "Grace!")
    following.dispose()
    name.value = "Joan"
    #expect(label.text == "Grace!")
  }

  @Test func theReturnedDisposableIsDisposedWhenAllInputsHaveEnded() {
    let log = Heard<String>()
    var model: Model? = Model()
    let following = follow(model!, log)
    model?.count.value = 1
    #expect(log.take() == ["ran 0", "cleaned up 0", "ran 1"])
    model = nil
    #expect(log.take() == ["cleaned up 1", "released"])
    following.dispose()
    #expect(log.take() == [])
  }

  @Test func itEndsItsInnerEffectsWhenAllThatItReadHasEnded() {
    let (log, other) = (Heard<String>(), MutableProperty(0))
    var model: Model? = Model()
    effect { [weak model] in
      guard model?.count.value != nil else { return }
      effect { log.append("inner \(other.value)") }
    }
    other.value = 1
    #expect(log.take() == ["inner 0", "inner 1"])
    model = nil
    other.value = 2
    #expect(log.take() == [])
  }

  @Test func oneThatReadsNothingLivesUntilItIsDisposed() {
    let (log, count) = (Heard<String>(), MutableProperty(0))
    let following = effect {
      effect { log.append("inner \(count.value)") }
      return Disposable { log.append("cleaned up") }
    }
    count.value = 1
    #expect(log.take() == ["inner 0", "inner 1"])
    following.dispose()
    count.value = 2
    #expect(log.take() == ["cleaned up"])
  }

  @Test func anInputThatEndsDuringTheBodyDoesNotCountAsRead() {
    let log = Heard<String>()
    let model = Lock<Model?>(Model())
    let following = effect {
      let count = model.withLock { $0 }?.count.value
      model.withLock { $0 = nil }
      log.append("ran \(count ?? -1)")
      return Disposable { log.append("cleaned up") }
    }
    #expect(log.take() == ["ran 0"])
    following.dispose()
    #expect(log.take() == ["cleaned up"])
  }

  /// Before the effect runs again, the first observer has set the source back.
  @Test func anEffectThatHasReadItsOwnChangeRunsAgainAfterTheChangeIsTakenBack() {
    let (source, round, shown) = (MutableProperty(0), MutableProperty(0), Heard<Int>())
    let hasSet = Lock(false)
    let distinct = source.distinctUntilChanged()
    let first = effect { if source.value == 5 { source.value = 0 } }
    let second = effect {
      _ = distinct.value
      if round.value == 1, !hasSet.withLock({ $0 }) {
        hasSet.withLock { $0 = true }
        source.value = 5
      }
      shown.append(distinct.value)
    }
    round.value = 1
    #expect(source.value == 0)
    #expect(shown.take().last == 0)
    first.dispose()
    second.dispose()
  }

  private func follow(_ model: Model, _ log: Heard<String>) -> Disposable {
    let released = Released(log)
    return effect { [weak model] in
      withExtendedLifetime(released) {}
      guard let count = model?.count.value else { return Disposable {} }
      log.append("ran \(count)")
      return Disposable { log.append("cleaned up \(count)") }
    }
  }
}

private final class Model: Sendable {
  let count = MutableProperty(0)
}

/// Logs its deinitialization.
private final class Released: Sendable {
  private let log: Heard<String>
  init(_ log: Heard<String>) { self.log = log }
  deinit { log.append("released") }
}
