public import Properties

/// A source whose state can be taken back: a ``MutableProperty``, an ``ObservableList``, a ``TableProperty``.
public protocol Undoable: AnyObject, Sendable {
  /// Returns a closure that restores the current value of the source.
  func checkpoint() -> @Sendable () -> Void
}

extension MutableProperty: Undoable {
  /// Returns a closure that sets the property to its current value.
  public func checkpoint() -> @Sendable () -> Void {
    let value = untracked { self.value }
    return { [weak self] in self?.value = value }
  }
}

extension ObservableList: Undoable {
  /// Returns a closure that sets the list to its current elements, in constant time.
  public func checkpoint() -> @Sendable () -> Void { source.checkpoint() }
}

extension TableProperty: Undoable {
  /// Returns a closure that sets the table to its current rows, in constant time.
  public func checkpoint() -> @Sendable () -> Void { source.checkpoint() }
}

/// An undo stack with explicit steps, over one source or several.
///
/// ```swift
/// let history = History(of: headline, lines)
/// history.step {
///   headline.value = "Draft"
///   lines.append("first")
/// }
/// history.undo()
/// ```
///
///     step(b)     a→b--------------------
///     step(c)     -----b→c---------------
///     undo()      ---------c→b-----------
///     redo()      -------------b→c-------
///     canRedo     false----true----false-
///
/// A step is a ``batch(_:)``: observers are notified once. Undoing restores the values of the step's sources from
/// before the step, so a change of theirs outside of a step is undone with the step before it. Keeps the sources alive,
/// and the values of as many steps as its limit. Versions of lists and tables share their equal parts. Make, undo and
/// redo steps on one actor.
public final class History: Sendable {
  private struct Step: Sendable {
    private(set) var sources: [any Undoable] = []
    private(set) var restore: [@Sendable () -> Void] = []

    init(of sources: [any Undoable] = []) { add(sources) }

    /// Adds the sources that are new to the step, with their current values.
    mutating func add(_ sources: [any Undoable]) {
      for source in sources where !self.sources.contains(where: { $0 === source }) {
        self.sources.append(source)
        restore.append(source.checkpoint())
      }
    }
  }

  private struct Steps: Sendable {
    var past: [Step] = []
    var future: [Step] = []

    /// The step whose closure is running.
    var open: Step?
  }

  private let sources: [any Undoable]
  private let steps = MutableProperty(Steps())
  private let limit: Int

  /// Whether a step can be undone.
  public let canUndo: Property<Bool>

  /// Whether a step can be made again.
  public let canRedo: Property<Bool>

  /// A history of sources, from now on. Without any, use ``step(of:_:)``.
  ///
  /// - Parameter limit: The number of steps that can be undone; of more, the oldest are forgotten. At least 1.
  public init(of sources: any Undoable..., limit: Int = 100, fileID: StaticString = #fileID, line: UInt = #line) {
    if limit < 1 { fatalError("\(fileID):\(line): `History(of:limit:)` needs a limit of 1 or more, got \(limit).") }
    self.sources = sources
    self.limit = limit
    canUndo = steps.map { !$0.past.isEmpty }.distinctUntilChanged()
    canRedo = steps.map { !$0.future.isEmpty }.distinctUntilChanged()
  }

  /// Runs a closure as one step. If it throws, nothing changes, and there is no step.
  ///
  /// A step inside of a step is part of the outer one. `undo` and `redo` do nothing there.
  @discardableResult
  public func step<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try step(of: sources, body)
  }

  /// Runs a closure as one step over some sources only. Undoing it leaves all others as they are.
  @discardableResult
  public func step<Result, Failure: Error>(
    of sources: [any Undoable], _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try batch { () throws(Failure) -> Result in
      let outer = untracked { steps.value.open }
      var step = outer ?? Step()
      step.add(sources)
      steps.modify { [step] in $0.open = step }
      let result = try body()
      guard outer == nil else { return result }
      steps.modify { [limit] steps in
        steps.past = (steps.past + [steps.open.take()!]).suffix(limit)
        steps.future = []
      }
      return result
    }
  }

  /// Undoes the last step; returns whether there was one.
  @discardableResult
  public func undo() -> Bool { go(from: \.past, to: \.future) }

  /// Makes the step again that was undone last; returns whether there was one.
  @discardableResult
  public func redo() -> Bool { go(from: \.future, to: \.past) }

  private func go(
    from: any WritableKeyPath<Steps, [Step]> & Sendable, to: any WritableKeyPath<Steps, [Step]> & Sendable
  ) -> Bool {
    batch {
      let known = untracked { steps.value }
      guard known.open == nil, let target = known[keyPath: from].last else { return false }
      let now = Step(of: target.sources)
      for restore in target.restore { restore() }
      steps.modify { steps in
        steps[keyPath: from].removeLast()
        steps[keyPath: to].append(now)
      }
      return true
    }
  }
}
