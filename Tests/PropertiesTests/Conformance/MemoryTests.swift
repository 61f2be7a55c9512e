import Rill
import TestSupport
import Testing

@Suite struct MemoryConformance {
  /// A captured object. A weak reference to it shows whether the closure still exists.
  private final class Token: Sendable {}

  @Test func nothingIsLeftAtASourceWithoutDependents() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    weak var weakly: Token?
    do {
      let token = Token()
      weakly = token
      let running = (0..<3).map { _ in
        effect {
          log.append(a.value)
          _ = token
        }
      }
      for running in running { running.dispose() }
    }
    #expect(weakly == nil)
    _ = log.take()
    a.value = 2
    #expect(log.take() == [])
  }

  @Test func aComputedValueWithoutOwnersIsReleased() {
    let a = MutableProperty(1)
    weak var weakly: Token?
    do {
      let token = Token()
      weakly = token
      let b = Property {
        _ = token
        return a.value
      }
      #expect(b.value == 1)
    }
    #expect(weakly == nil)
    a.value = 2
  }

  @Test func theEdgesOfANodeWithoutObserversAreRemoved() {
    let (a, log) = (MutableProperty(1), Heard<Int>())
    weak var weakly: Token?
    do {
      let token = Token()
      weakly = token
      let b = Property {
        log.append(a.value)
        _ = token
        return a.value
      }
      let running = (0..<3).map { _ in effect { _ = b.value } }
      a.value = 2
      for running in running { running.dispose() }
    }
    #expect(weakly == nil)
    _ = log.take()
    a.value = 3
    #expect(log.take() == [])
  }

  @Test func severalLevelsAreReleasedWithTheirListeners() {
    let a = MutableProperty(1)
    weak var weakly: Token?
    let running: Disposable
    do {
      let token = Token()
      weakly = token
      let b = Property {
        _ = token
        return a.value
      }
      let c = b.map { $0 }
      let d = Property(c, a) { $0 + $1 }
      running = effect { _ = d.value }
    }
    #expect(weakly != nil)
    a.value = 2
    running.dispose()
    #expect(weakly == nil)
  }

  @Test func aDisposedEffectLeavesNothing() {
    let a = MutableProperty(1)
    weak var weakly: Token?
    weak var source: MutableProperty<Int>?
    do {
      let (token, b) = (Token(), MutableProperty(1))
      (weakly, source) = (token, b)
      let running = effect {
        _ = a.value + b.value
        effect { _ = b.value }
        return Disposable { _ = token }
      }
      a.value = 2
      running.dispose()
    }
    #expect(weakly == nil)
    #expect(source == nil)
    a.value = 3
  }
}
