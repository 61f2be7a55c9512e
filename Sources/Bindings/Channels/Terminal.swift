/// One end of a two-way binding: it tells of changes, and takes them.
///
/// `a <~> b` connects two. A terminal is a stream of the values at its end: the current one first, then every change.
public struct Terminal<Value: Sendable>: StreamProtocol {
  let changes: Signal<Change<Value>, Never>
  /// Makes the value at this end the latest change, without telling of it; `nil` when the end is gone.
  let claim: @Sendable () -> Change<Value>?

  /// Takes a change from the other end, unless a later one has come here already.
  let accept: @Sendable (Change<Value>) -> Void

  /// The value at this end, then every change.
  public var signal: Signal<Value, Never> { changes.map(\.value) }
}
