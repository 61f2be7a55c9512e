import Interleaving
import ModelSupport
import Rill
import Testing

/// A property that is set, and its direct subscribers: they receive every change, and the last one last.
@Suite struct PropertyModels {
  @Test func twoThreadsSetIt() throws {
    try model("MutableProperty: set, set, observed", withoutBound: true) { program in
      let (property, told) = (MutableProperty(0), Told<Int>())
      let handle = property.subscribe { told.append($0) }
      for thread in 1...2 { program.thread { property.value = thread } }
      program.atEnd {
        expect(told.values.last == property.value, "notified of \(told.values), expected \(property.value)")
        handle.dispose()
      }
    }
  }

  @Test func aSubscriptionDuringASet() throws {
    try model("MutableProperty: set, subscribe") { program in
      let (property, told) = (MutableProperty(0), Told<Int>())
      program.thread {
        property.value = 1
        property.value = 2
      }
      program.thread { property.subscribe { told.append($0) } }
      program.atEnd { expect([[0, 1, 2], [1, 2], [2]].contains(told.values), "told \(told.values)") }
    }
  }

  /// Another thread sets a property during a batch that sets it: the value arrives at the end of the batch.
  @Test func aBatchAndASetOfAnotherThread() throws {
    try model("MutableProperty: batch, set, observed") { program in
      let (property, told) = (MutableProperty(0), Told<Int>())
      let handle = property.subscribe { told.append($0) }
      program.thread {
        batch {
          property.value = 1
          property.value = 2
        }
      }
      program.thread { property.value = 3 }
      program.atEnd {
        expect([[0, 3, 2], [0, 2, 3], [0, 2], [0, 3]].contains(told.values), "told \(told.values)")
        expect(told.values.last == property.value, "notified of \(told.values), expected \(property.value)")
        handle.dispose()
      }
    }
  }

  /// Another thread sets the property while the subscriber is attached at the end of the batch.
  @Test func aSubscriberInABatchReceivesEachValueOnce() throws {
    try model("MutableProperty: batch with a subscriber, set") { program in
      let (property, told) = (MutableProperty(0), Told<Int>())
      program.thread {
        batch {
          property.value = 1
          property.subscribe { told.append($0) }
        }
      }
      program.thread { property.value = 5 }
      program.atEnd { expect(told.values == (property.value == 1 ? [1] : [1, 5]), "told \(told.values)") }
    }
  }

  @Test func modifyLosesNothing() throws {
    try model("MutableProperty: modify, modify", withoutBound: true) { program in
      let property = MutableProperty(0)
      for _ in 0..<2 { program.thread { property.modify { $0 += 1 } } }
      program.atEnd { expect(property.value == 2, "\(property.value)") }
    }
  }

  /// The linked end has no time stamps. It recognizes an echo by its value.
  @Test func bothEndsOfABindingAreSet() throws {
    try model("LinkedProperty <~> MutableProperty: set, set", preemptions: 1) { program in
      let (left, right) = (MutableProperty(0).linked(), MutableProperty(0))
      let binding = left <~> right
      program.thread { left.value = 1 }
      program.thread { right.value = 2 }
      program.atEnd {
        expect(left.value == right.value, "\(left.value) and \(right.value)")
        binding.dispose()
      }
    }
  }

  /// A thread delivers to the other end while a batch sets the property.
  @Test func aBatchSetsABoundPropertyThatIsSet() throws {
    try model("MutableProperty <~> MutableProperty: batch, set") { program in
      let (left, right) = (MutableProperty(0), MutableProperty(0))
      let binding = left <~> right
      program.thread { batch { left.value = 1 } }
      program.thread { left.value = 2 }
      program.atEnd {
        expect(left.value == right.value, "\(left.value) and \(right.value)")
        binding.dispose()
      }
    }
  }

  /// The batch's thread delivers the other thread's change to the other end, and then the batch throws.
  @Test func aBatchThatThrowsSetsABoundPropertyThatIsSet() throws {
    try model("MutableProperty <~> MutableProperty: batch that throws, set") { program in
      let (left, right) = (MutableProperty(0), MutableProperty(0))
      let binding = left <~> right
      program.thread {
        try? batch {
          left.value = 1
          throw CancellationError()
        }
      }
      program.thread { left.value = 2 }
      program.atEnd {
        expect(left.value == 2 && right.value == 2, "\(left.value) and \(right.value)")
        binding.dispose()
      }
    }
  }

  /// The batch has sent the result of its first run to the other end when another thread changes the property.
  @Test func aBatchModifiesABoundPropertyThatIsModified() throws {
    try model("MutableProperty <~> MutableProperty: batch of modify, modify") { program in
      let (left, right) = (MutableProperty(0), MutableProperty(0))
      let binding = left <~> right
      program.thread { batch { left.modify { $0 += 1 } } }
      program.thread { left.modify { $0 += 2 } }
      program.atEnd {
        expect(left.value == 3 && right.value == 3, "\(left.value) and \(right.value)")
        binding.dispose()
      }
    }
  }

  /// Two threads join two sources to one graph, in opposite orders. Then a third source joins it.
  @Test func graphsThatBecomeOne() throws {
    try model("Property graph: two threads unite graphs") { program in
      let (one, other, third) = (MutableProperty(0), MutableProperty(0), MutableProperty(0))
      let (left, right) = (Told<Int>(), Told<Int>())
      let handles = Told<Disposable>()
      program.thread { handles.append(Property(one, other) { $0 + $1 }.subscribe { left.append($0) }) }
      program.thread { _ = Property(other, one) { $0 + $1 }.value }
      program.atEnd {
        one.value = 1
        handles.append(Property(other, third) { $0 + $1 }.subscribe { right.append($0) })
        third.value = 5
        expect(left.values.last == 1 && right.values.last == 5, "told \(left.values) and \(right.values)")
        for handle in handles.values { handle.dispose() }
      }
    }
  }

  /// A graph that becomes part of one while another becomes part of it.
  @Test func threeGraphs() throws {
    try model("Property graph: three graphs become one") { program in
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let (third, fourth) = (MutableProperty(0), MutableProperty(0))
      let large = Property(third, fourth) { $0 + $1 }
      let told = Told<Int>()
      let handles = Told<Disposable>()
      program.thread {
        handles.append(Property(one, other) { $0 + $1 }.subscribe { told.append($0) })
        one.value = 1
      }
      program.thread {
        let sum = Property(other, large) { $0 + $1 }
        other.value = 2
        expect(sum.value == 2, "read \(sum.value)")
      }
      program.atEnd {
        expect(told.values.last == 3, "told \(told.values)")
        for handle in handles.values { handle.dispose() }
      }
    }
  }
}
