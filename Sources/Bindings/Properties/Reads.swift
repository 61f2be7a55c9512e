import Observation
import StreamCore
public import Synchronization

/// What an expression that is being observed has read, and which change of it.
///
/// Observation begins to listen when the expression is over. A change that another thread makes before that it does not hear of, so ``observe(_:)`` looks again
/// whether what was read is still as it was.
final class Reads {
  private var versions: [ObjectIdentifier: (leaf: any Leaf, version: UInt)] = [:]

  /// What was read first counts: if it was newer the second time, the first is out of date.
  func append(_ leaf: any Leaf, _ version: UInt) {
    let key = ObjectIdentifier(leaf)
    if versions[key] == nil { versions[key] = (leaf, version) }
  }

  var areOutdated: Bool { versions.values.contains { $0.leaf.version != $0.version } }

  /// Runs `body`, and takes note of what this thread reads meanwhile.
  func noting<Result>(_ body: () -> Result) -> Result {
    Turn.with { turn in
      let outer = turn.reads
      turn.reads = self
      openReads.add(1, ordering: .relaxed)
      defer {
        openReads.subtract(1, ordering: .relaxed)
        turn.reads = outer
      }
      return body()
    }
  }
}

/// How many expressions are being observed in the process, right now: while there are none, reading a property that Observation does not know costs no more
/// than this question.
@usableFromInline let openReads = Atomic<Int>(0)

/// Whether Observation knows a property.
@usableFromInline
enum Visibility {
  /// Not asked yet.
  @usableFromInline static var unknown: UInt8 { 0 }

  /// The class that has it takes no part.
  static var hidden: UInt8 { 1 }
  @usableFromInline static var visible: UInt8 { 2 }
}

extension Cell {
  /// Finds out whether Observation knows the property: whether the class that has it takes part.
  @inlinable
  func meet<Owner: AnyObject>(_ owner: Owner.Type) {
    if visibility.load(ordering: .relaxed) == Visibility.unknown { learn(owner) }
  }

  @usableFromInline
  func learn<Owner: AnyObject>(_ owner: Owner.Type) {
    visibility.store(owner is any Observable.Type ? Visibility.visible : Visibility.hidden, ordering: .relaxed)
  }

  /// Tells Observation that the value is being read, if it knows the property, or if the expression that reads it is observed. Called before it is read, so
  /// that no change comes between.
  @inlinable
  func willRead() {
    if visibility.load(ordering: .relaxed) == Visibility.visible || openReads.load(ordering: .relaxed) != 0 {
      access(nil)
    }
  }

  /// The same for what is derived from it, when it has been read.
  @inlinable
  func didRead(_ version: UInt) {
    if visibility.load(ordering: .relaxed) == Visibility.visible || openReads.load(ordering: .relaxed) != 0 {
      access(version)
    }
  }

  @usableFromInline
  func access(_ version: UInt?) {
    let reads = openReads.load(ordering: .relaxed) == 0 ? nil : Turn.current?.reads
    guard reads != nil || visibility.load(ordering: .relaxed) == Visibility.visible else { return }
    registrar.access()
    reads?.append(self, version ?? self.version)
  }
}
