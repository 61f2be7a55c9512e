public import Properties

/// Computes a result, such as a derived collection, from its source, and updates it after changes.
///
/// A *criterion* is a closure that a rule calls, such as the closure of `filter`. A state is an immutable value. It is
/// valid for its source and for the properties that the criteria have read. So while these properties are unchanged, an
/// update may start from any earlier state, even one that another thread or a batch computed.
@usableFromInline
protocol Rule<Source, State>: Sendable {
  associatedtype Source: Sendable
  associatedtype State: Sendable

  /// Computes a state in bulk.
  ///
  /// - Parameter previous: Another source and its state. The properties that its criteria have read are unchanged, so
  ///   the rule can reuse parts of this state.
  func reset(_ source: Source, _ previous: (source: Source, state: State)?) -> State

  /// Updates a state from one source to another, or returns `false` if rebuilding is faster.
  ///
  /// It decides before it runs a criterion: the reads of a refused update are not stored, and the `reset` that follows
  /// would not report them again.
  func update(_ state: inout State, from old: Source, to new: Source) -> Bool

  /// Whether two sources are the same version.
  func areSame(_ one: Source, _ other: Source) -> Bool
}

/// A rule over one list.
@usableFromInline
protocol ListRule<Input, State>: Rule where Source == Rows<Input> {
  associatedtype Input: Sendable
  func apply(_ edit: RowEdit<Input>, to state: inout State)
}

extension ListRule {
  @inlinable
  func update(_ state: inout State, from old: Rows<Input>, to new: Rows<Input>) -> Bool {
    guard let edits: [RowEdit<Input>] = Rope.edits(from: old, to: new, isBounded: true) else { return false }
    for edit in edits { apply(edit, to: &state) }
    return true
  }

  @inlinable
  func areSame(_ one: Rows<Input>, _ other: Rows<Input>) -> Bool { one === other }
}

/// A rule, and the state that was stored last.
@usableFromInline
final class Stage<R: Rule>: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let source: R.Source

    /// The dependencies that the criteria have read, also for rows that have been removed since.
    @usableFromInline var reads: Reads
    @usableFromInline var state: R.State

    /// If there are more reads than this number, the reads of removed rows are dropped.
    @usableFromInline var limit: Int

    @inlinable
    init(_ source: R.Source, _ reads: Reads, _ state: R.State, limit: Int) {
      (self.source, self.reads, self.state, self.limit) = (source, reads, state, limit)
    }
  }

  @usableFromInline let rule: R
  @usableFromInline let last = Lock<Entry?>(nil)

  @inlinable
  init(_ rule: R) { self.rule = rule }

  /// The state for a source. Called in the tracked closure of the stage's node.
  ///
  /// `areCurrent` repeats the stored reads, so the node still depends on them.
  @inlinable
  func state(of source: R.Source) -> R.State {
    let last = self.last.withLock { $0 }
    guard var entry = last else { return reset(source, nil) }
    if entry.reads.count > entry.limit {
      dropReads(of: &entry)
    } else if !entry.reads.areCurrent() {
      return reset(source, nil)
    }
    if rule.areSame(entry.source, source) { return entry.state }
    let before = entry
    let (isUpdated, reads) = Reads.during { rule.update(&entry.state, from: before.source, to: source) }
    guard isUpdated else { return reset(source, before) }
    entry.reads.append(reads)
    store(Entry(source, entry.reads, entry.state, limit: entry.limit))
    return entry.state
  }

  /// Drops the reads of removed rows: runs all criteria again, and keeps only the reads of this run.
  ///
  /// If the run has read nothing new and nothing that has changed, the state stays. So the results of `map`, for
  /// example, remain the same objects.
  @inlinable
  func dropReads(of entry: inout Entry) {
    let (state, reads) = Reads.during { rule.reset(entry.source, nil) }
    if !entry.reads.contains(reads) { entry.state = state }
    entry.reads = reads
    entry.limit = Self.limit(after: reads)
    store(entry)
  }

  /// Twice the number of reads, plus 64.
  ///
  /// If each row reads a separate property, a new read makes fewer than two criteria run again, on average. If the
  /// number of rows stays the same, fewer than one.
  @inlinable
  static func limit(after reads: Reads) -> Int { 2 * reads.count + 64 }

  /// - Parameter previous: An entry whose reads are current.
  @inlinable
  func reset(_ source: R.Source, _ previous: Entry?) -> R.State {
    let (state, reads) = Reads.during { rule.reset(source, previous.map { ($0.source, $0.state) }) }
    // The state may contain parts of the previous state, so it has the dependencies of that state too.
    var all = previous?.reads ?? Reads()
    all.append(reads)
    store(Entry(source, all, state, limit: previous?.limit ?? Self.limit(after: all)))
    return state
  }

  @inlinable
  func store(_ entry: Entry) {
    // The replaced entry is released after the lock.
    var replaced: Entry? = entry
    last.withLock { swap(&$0, &replaced) }
  }
}

extension Property {
  /// A node that is computed from a property with a rule.
  @inlinable
  init<R: Rule>(
    _ rule: R, _ callSite: (StaticString, UInt), of source: Property<R.Source>, keeping owners: [AnyObject] = [],
    areSame: @escaping @Sendable (Value, Value) -> Bool, _ output: @escaping @Sendable (R.State) -> Value
  ) {
    let stage = Stage(rule)
    self.init(source, callSite, keeping: owners, areSame: areSame) { output(stage.state(of: $0)) }
  }

  /// A node that is computed from a property. A result that `areSame` finds equal to the previous one changes nothing.
  ///
  /// The property keeps the sources alive. Its observers do not.
  @inlinable
  init<Source: Sendable>(
    _ source: Property<Source>, _ callSite: (StaticString, UInt) = (#fileID, #line),
    keeping owners: [AnyObject] = [], areSame: @escaping @Sendable (Value, Value) -> Bool,
    whenUnused: (@Sendable () -> Void)? = nil, _ compute: @escaping @Sendable (Source) -> Value
  ) {
    let input = source.withoutOwners
    self.init(
      { compute(input.value) }, areSame: areSame, keeping: source.owner, owners, whenUnused: whenUnused,
      fileID: callSite.0, line: callSite.1)
  }
}
