import Rill
import TestSupport
import Testing

@Suite final class GraphPropagationConformance: Conformance {
  @Test func diamond() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let b = Property { a.value + 1 }
    let c = Property { a.value * 2 }
    let d = Property {
      log.append("d")
      return b.value + c.value
    }
    effect { log.append("\(d.value)") }.add(to: life)
    #expect(log.take() == ["d", "4"])
    a.value = 2
    #expect(log.take() == ["d", "7"])
  }

  @Test func diamondAndTail() {
    let (a, log) = (MutableProperty("a"), Heard<String>())
    let b = Property { a.value }
    let c = Property { a.value }
    let d = Property { b.value + c.value }
    let e = Property {
      log.append("e")
      return d.value + "!"
    }
    effect { log.append(e.value) }.add(to: life)
    a.value = "b"
    #expect(log.take() == ["e", "aa!", "e", "bb!"])
  }

  @Test func jaggedDiamondAndTails() {
    let (a, log) = (MutableProperty("a"), Heard<String>())
    let b = Property { a.value }
    let c = Property { a.value }
    let d = Property { c.value }
    let e = Property {
      log.append("e")
      return b.value + d.value
    }
    let f = Property {
      log.append("f")
      return e.value
    }
    let g = Property {
      log.append("g")
      return e.value
    }
    effect { log.append("f \(f.value)") }.add(to: life)
    effect { log.append("g \(g.value)") }.add(to: life)
    #expect(log.take() == ["f", "e", "f aa", "g", "g aa"])
    a.value = "b"
    let heard = log.take()
    #expect(heard.sorted() == ["e", "f", "f bb", "g", "g bb"])
    #expect(heard.first == "e")
  }

  @Test func asymmetricDiamond() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value + 1 }
    let c = Property { b.value + 1 }
    let d = Property { c.value + 1 }
    let sum = Property { a.value + d.value }
    effect { heard.append(sum.value) }.add(to: life)
    a.value = 10
    #expect(heard.values == [5, 23])
  }

  @Test func dropsABAUpdates() {
    let (a, log) = (MutableProperty(2), Heard<String>())
    let b = Property { a.value - 1 }
    let c = Property { a.value + b.value }
    let d = Property {
      log.append("d: \(c.value)")
      return c.value
    }
    effect { _ = d.value }.add(to: life)
    #expect(log.take() == ["d: 3"])
    a.value = 4
    #expect(log.take() == ["d: 7"])
  }

  @Test func oneUnchangedInputDoesNotBlockTheUpdateFromAChangedOne() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let constant = computed { a.value * 0 }
    let changing = computed { a.value }
    let sum = Property { constant.value + changing.value }
    effect { heard.append(sum.value) }.add(to: life)
    a.value = 2
    #expect(heard.values == [1, 2])
  }

  @Test func unchangedComputedValuesStopPropagation() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let constant = computed { a.value * 0 }
    let below = Property {
      log.append("below")
      return constant.value
    }
    effect { log.append("effect \(below.value)") }.add(to: life)
    #expect(log.take() == ["below", "effect 0"])
    a.value = 2
    #expect(log.take() == [])
    #expect(below.value == 0)
    #expect(log.take() == [])
  }

  @Test func topologicalOrder() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let b = Property {
      log.append("b")
      return a.value
    }
    let c = Property {
      log.append("c")
      return a.value + b.value
    }
    let d = Property {
      log.append("d")
      return a.value + b.value + c.value
    }
    effect { _ = d.value }.add(to: life)
    _ = log.take()
    a.value = 2
    #expect(log.take().count == 3)
    #expect(d.value == 8)
    _ = log.take()
    let fixed = Property(d, c, b, a) { d, c, b, a in d + c + b + a }
    let heard = Heard<Int>()
    effect { heard.append(fixed.value) }.add(to: life)
    a.value = 3
    #expect(heard.values == [8 + 4 + 2 + 2, 12 + 6 + 3 + 3])
  }

  @Test func linearConvergence() {
    let (sources, computations) = ((0..<20).map { _ in MutableProperty(1) }, Heard<Int>())
    let sum = Property {
      computations.append(0)
      return sources.reduce(0) { $0 + $1.value }
    }
    let heard = Heard<Int>()
    effect { heard.append(sum.value) }.add(to: life)
    batch { for source in sources { source.value = 2 } }
    #expect(heard.values == [20, 40])
    #expect(computations.values.count == 2)
  }

  @Test func exponentialConvergence() {
    let (a, computations) = (MutableProperty(1), Heard<Int>())
    var last = a.property
    for _ in 0..<20 {
      let (left, right) = (last.map { $0 }, last.map { $0 })
      last = Property {
        computations.append(0)
        return (left.value + right.value) & 0xFFFF
      }
    }
    let top = last
    let heard = Heard<Int>()
    effect { heard.append(top.value) }.add(to: life)
    #expect(computations.take().count == 20)
    a.value = 3
    #expect(computations.take().count == 20)
    #expect(heard.values == [(1 << 20) & 0xFFFF, (3 << 20) & 0xFFFF])
  }

  @Test func computedChainDepth() {
    let a = MutableProperty(0)
    var last = a.property
    for _ in 0..<1_000 {
      let before = last
      last = Property { before.value + 1 }
    }
    let (top, heard) = (last, Heard<Int>())
    effect { heard.append(top.value) }.add(to: life)
    a.value = 1
    #expect(heard.values == [1_000, 1_001])
  }

  @Test func otherListenersAreStillNotifiedAfterOneDisposes() {
    let (a, log) = (MutableProperty(0), Heard<String>())
    let b = a.map { $0 }
    let first = effect { log.append("1: \(b.value)") }
    effect { log.append("2: \(b.value)") }.add(to: life)
    effect { log.append("3: \(b.value)") }.add(to: life)
    first.dispose()
    _ = log.take()
    a.value = 1
    #expect(log.take() == ["2: 1", "3: 1"])
  }

  @Test func threeWayDiamondUpdatesWhenTwoOfThreeInputsAreUnchanged() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = computed { a.value * 0 }
    let c = computed { a.value * 0 }
    let d = computed { a.value }
    let sum = Property { b.value + c.value + d.value }
    effect { heard.append(sum.value) }.add(to: life)
    a.value = 2
    #expect(heard.values == [1, 2])
    let fixed = Property(b, c, d) { $0 + $1 + $2 }
    #expect(fixed.value == 2)
    a.value = 3
    #expect(fixed.value == 3)
  }

  @Test func disposalOfAnEffectDeactivatesInputsThatItAloneUsed() {
    let (a, log) = (MutableProperty(0), Heard<Int>())
    let b = Property {
      log.append(a.value)
      return a.value
    }
    let watching = effect { _ = b.value }
    a.value = 1
    #expect(log.take() == [0, 1])
    watching.dispose()
    a.value = 2
    #expect(log.take() == [])
    #expect(b.value == 2)
  }

  @Test func aBatchWithDynamicInputsComputesNothingInVain() {
    let (a, isOn, log) = (MutableProperty(1), MutableProperty(true), Heard<String>())
    let expensive = Property {
      log.append("expensive")
      return a.value
    }
    let chosen = Property { isOn.value ? expensive.value : 0 }
    effect { log.append("\(chosen.value)") }.add(to: life)
    #expect(log.take() == ["expensive", "1"])
    batch {
      isOn.value = false
      a.value = 2
    }
    #expect(log.take() == ["0"])
  }

  @Test func changesOfSeveralSourcesKeepTheTopologicalOrder() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(1), Heard<String>())
    let c = Property { a.value + b.value }
    let d = Property {
      log.append("d")
      return c.value + b.value
    }
    effect { log.append("\(d.value)") }.add(to: life)
    _ = log.take()
    batch {
      b.value = 2
      a.value = 3
    }
    #expect(log.take() == ["d", "7"])
  }

  @Test func aComputedValueThatWasReadBeforeNotifiesANewEffect() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value }
    #expect(b.value == 1)
    effect { heard.append(b.value) }.add(to: life)
    a.value = 2
    #expect(heard.values == [1, 2])
  }

  @Test func anEffectThatComesAfterAChangeSeesTheLatest() {
    let (a, heard) = (MutableProperty(1), Heard<Int>())
    let b = Property { a.value }
    #expect(b.value == 1)
    a.value = 2
    effect { heard.append(b.value) }.add(to: life)
    #expect(heard.values == [2])
  }

  @Test func anEffectDoesNotRunWhenItsInputIsUnchanged() {
    let (a, heard) = (MutableProperty(1), Heard<Bool>())
    let isPositive = computed { a.value > 0 }
    effect { heard.append(isPositive.value) }.add(to: life)
    a.value = 2
    a.value = 3
    a.value = -1
    #expect(heard.values == [true, false])
  }

  @Test func fanInOfSeveralSources() {
    let sources = (0..<10).map { MutableProperty($0) }
    let sum = Property(combining: sources) { $0.reduce(0, +) }
    let heard = Heard<Int>()
    effect { heard.append(sum.value) }.add(to: life)
    for source in sources { source.value += 1 }
    #expect(heard.values == Array(45...55))
  }

  @Test func crossDiamondOfSeveralSources() {
    let (a, b, log) = (MutableProperty(1), MutableProperty(10), Heard<String>())
    let left = Property { a.value + b.value }
    let right = Property { a.value - b.value }
    let both = Property {
      log.append("both")
      return left.value * right.value
    }
    effect { log.append("\(both.value)") }.add(to: life)
    a.value = 2
    batch {
      a.value = 3
      b.value = 1
    }
    #expect(log.take() == ["both", "-99", "both", "-96", "both", "8"])
  }

  @Test func stackedDiamonds() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    var last = a.property
    for level in 0..<5 {
      let below = last
      let left = Property { below.value }
      let right = Property { below.value }
      last = Property {
        log.append("\(level)")
        return left.value + right.value
      }
    }
    let top = last
    effect { log.append("= \(top.value)") }.add(to: life)
    _ = log.take()
    a.value = 2
    let heard = log.take()
    #expect(heard.sorted() == ["0", "1", "2", "3", "4", "= 64"])
    #expect(heard.last == "= 64")
  }

  @Test func wideFanOutRunsEveryEffectOnce() {
    let (a, heard) = (MutableProperty(0), Heard<Int>())
    let b = a.map { $0 }
    for index in 0..<100 { effect { heard.append(b.value * 1_000 + index) }.add(to: life) }
    #expect(heard.take() == Array(0..<100))
    a.value = 1
    #expect(heard.take() == Array(1_000..<1_100))
  }

  @Test func deepAsymmetricJoin() {
    let (a, log) = (MutableProperty(1), Heard<String>())
    let one = computed { a.value }
    let two = computed { one.value }
    let three = computed { two.value }
    let join = Property {
      log.append("join")
      return three.value + one.value
    }
    effect { log.append("\(join.value)") }.add(to: life)
    a.value = 5
    #expect(log.take() == ["join", "2", "join", "10"])
  }
}
