import StreamCore
import Subjects

// Whether anybody watches what a stream feeds, directly or through what is derived from it.
extension Turn {
  /// Takes note that an edge to a node comes or goes: whoever watches what is above it may now watch what is below, or
  /// no longer. Called with the lock held.
  func noteWatchers(from dependent: NodeRef, of input: NodeRef) {
    // Where nothing is above, nobody watches: so a long chain is not walked for each node that comes or goes.
    guard dependent.has(.observer) || dependent.pointee.firstDependent != nil else { return }
    var seen: Set = [input]
    var below = [input]
    while let node = below.popLast() {
      if node.has(.asksForWatchers) {
        node.pointee.references += 1
        askers.append(node)
        continue
      }
      var next = node.pointee.firstInput
      while let link = next {
        next = link.pointee.nextInput
        let input = link.pointee.input
        if input.has(.reportsWatchers), seen.insert(input).inserted { below.append(input) }
      }
    }
  }

  /// Has those look who want to know. Called without the lock, where nothing else runs.
  func tellAskers() {
    while let node = askers.popLast() {
      node.noteWatcher(0)
      lock(node)
      release(node)
      unlock()
    }
    if !deadNodes.isEmpty { releaseDead() }
  }
}

extension NodeRef {
  /// Takes note that someone watches the node itself, or has ceased to, or that it has to be looked who does. Called
  /// without the lock.
  func noteWatcher(_ change: Int) { Turn.with { perform(.watch(change), $0) } }

  /// Whether an observer depends on the node. Called without the lock.
  fileprivate var isObserved: Bool {
    Turn.with { turn in
      turn.lock(self)
      var isObserved = false
      turn.forEachAbove(self) { _, above in
        if above.has(.observer), !above.has(.disposed) { isObserved = true }
        return !isObserved
      }
      turn.unlock()
      return isObserved
    }
  }
}

/// Whether there is somebody for whom to go on: until somebody watches for the first time there may be, and then for as
/// long as anybody does.
final class Demand: Sendable {
  let exists = BehaviorSubject<Bool, Never>(true)

  private struct State: Sendable {
    /// How many watch the property itself.
    var count = 0
    var wasWatched = false
  }

  private let state = Lock(State())

  /// Takes note of a change, and finds out anew: so of several threads the last to look knows what all have noted.
  func note(_ change: Int, of node: NodeRef) {
    state.withLock { $0.count += change }
    exists.modify { exists in
      let isObserved = node.isObserved
      exists = state.withLock { state in
        let isWatched = isObserved || state.count > 0
        if isWatched { state.wasWatched = true }
        return isWatched || !state.wasWatched
      }
    }
  }
}
