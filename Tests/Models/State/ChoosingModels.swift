import Interleaving
import ModelSupport
import Rill
import Testing

/// A choice makes watchers depend on the sources of another thread's open batch. No observer receives a part of a
/// batch.
@Suite struct ChoosingModels {
  /// The property that is chosen.
  private enum Chosen {
    case sum, bothOfThem, sumOfFlatMap, mapped, equal
  }

  private func choosing(
    _ name: String, _ chosen: Chosen, isEffect: Bool = false, hasDependents: Bool = true, inBatch: Bool = false
  ) throws {
    try model("Property graph: \(name)", withoutBound: chosen == .sum) { program in
      let (choice, one, other) = (MutableProperty(0), MutableProperty(0), MutableProperty(0))
      let sum = Property(one, other) { $0 + $1 }
      let handles = Told<Disposable>()
      if hasDependents { handles.append(sum.subscribe { _ in }) }
      let both = Property { choice.value == 0 ? 0 : one.value + other.value }
      let watched =
        switch chosen {
        case .sum: Property { choice.value == 0 ? 0 : sum.value }
        case .bothOfThem: both
        case .sumOfFlatMap: choice.flatMap { $0 == 0 ? Property(constant: 0) : sum }
        case .mapped: both.map { $0 }
        case .equal: Property { both.value }.distinctUntilChanged()
        }
      let told = Told<Int>()
      let take: @Sendable (Int) -> Void = {
        expect($0 == 0, "half of a batch: \($0)")
        told.append($0)
      }
      handles.append(isEffect ? effect { take(watched.value) } : watched.subscribe { take($0) })
      program.thread {
        if inBatch { batch { choice.value = 1 } } else { choice.value = 1 }
      }
      program.thread {
        batch {
          one.value = 1
          other.value = -1
        }
      }
      program.atEnd { for handle in handles.values { handle.dispose() } }
    }
  }

  @Test func aDerivedOne() throws { try choosing("a choice of derived properties, a batch", .sum) }
  @Test func aDerivedOneEffect() throws {
    try choosing("a choice of derived properties, a batch, an effect", .sum, isEffect: true)
  }
  @Test func bothSources() throws { try choosing("a choice of both sources, a batch", .bothOfThem) }
  @Test func bothSourcesEffect() throws {
    try choosing("a choice of both sources, a batch, an effect", .bothOfThem, isEffect: true)
  }
  @Test func aFlatMap() throws { try choosing("a flatMap, a batch", .sumOfFlatMap) }
  @Test func aFlatMapEffect() throws { try choosing("a flatMap, a batch, an effect", .sumOfFlatMap, isEffect: true) }
  @Test func mapped() throws { try choosing("a choice that is mapped, a batch", .mapped) }
  @Test func equal() throws { try choosing("a choice of different values, a batch", .equal) }
  @Test func twoBatches() throws { try choosing("a choice in a batch, a batch", .bothOfThem, inBatch: true) }
  @Test func twoBatchesFlatMap() throws { try choosing("a flatMap in a batch, a batch", .sumOfFlatMap, inBatch: true) }

  /// A dependent of one batch's sources comes to depend on those of another. Its new observers wait for both batches.
  @Test func twoBatchesAndAChoice() throws {
    try model("Property graph: a choice between two batches", weakness: 0) { program in
      let choice = MutableProperty(0)
      let (one, other) = (MutableProperty(0), MutableProperty(0))
      let (left, right) = (MutableProperty(0), MutableProperty(0))
      let handles = Told<Disposable>()
      let (sum, total) = (Property(one, other) { $0 + $1 }, Property(left, right) { $0 + $1 })
      handles.append(total.subscribe { _ in })
      let both = Property { choice.value == 0 ? sum.value : sum.value + total.value }
      handles.append(both.subscribe { _ in })
      let watched = Property { choice.value == 0 ? 0 : both.value }
      handles.append(watched.subscribe { expect($0 == 0, "half of a batch: \($0)") })
      program.thread {
        batch {
          one.value = 1
          other.value = -1
        }
      }
      program.thread {
        batch {
          left.value = 2
          right.value = -2
        }
      }
      program.thread { choice.value = 1 }
      program.atEnd { for handle in handles.values { handle.dispose() } }
    }
  }

  /// A batch notes that it has set a source on which nothing depends yet.
  @Test func sourcesOnWhichNothingDepends() throws {
    try choosing("a choice of sources without dependents, a batch", .bothOfThem, hasDependents: false)
  }

  @Test func sourcesOnWhichNothingDependsEffect() throws {
    try choosing(
      "a choice of sources without dependents, a batch, an effect", .bothOfThem, isEffect: true, hasDependents: false)
  }

  /// Both threads may compute the choice of a result that has no owner. The thread that is last releases the closure.
  @Test func twoSubscribersOfAFinalChoiceReceiveItsValue() throws {
    try model("Property graph: a final choice without an owner, two subscribers") { program in
      let sums = Property(constant: 1).flatMap { Property(constant: $0 + 1) }.signal
      let told = (1...2).map { _ in Told<Int>() }
      for values in told { program.thread { sums.subscribe { values.append($0) } } }
      program.atEnd { for values in told { expect(values.values == [2], "received \(values.values)") } }
    }
  }
}
