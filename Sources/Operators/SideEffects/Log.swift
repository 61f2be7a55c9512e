public import StreamCore
import StreamTracing

extension StreamProtocol {
  /// Writes a line for each event of each subscription, and passes all events unchanged.
  ///
  ///     source         a--#
  ///     log("search")  a--#
  ///
  ///     search (Shop/Search.swift:12) subscribed
  ///     search (Shop/Search.swift:12) next a
  ///     search (Shop/Search.swift:12) failed offline
  ///
  /// The other lines are `completed`, and `disposed` for a subscription that was disposed before the source was over.
  /// Without a name the line begins with the call site. During a recording (``Trace``), a failure is followed by the
  /// path that it took. Each line is passed to `write`, by default `print`, where the source delivers. Keeps one flag.
  public func log(
    _ name: String = "",
    to write: @escaping @Sendable (String) -> Void = { print($0) },
    file: StaticString = #fileID,
    line: UInt = #line
  ) -> Signal<Value, Failure> {
    let prefix = name.isEmpty ? "\(file):\(line)" : "\(name) (\(file):\(line))"
    return on(
      subscribed: { write("\(prefix) subscribed") },
      next: { write("\(prefix) next \($0)") },
      failed: { write("\(prefix) failed \($0)\(Trace.path.map { " by way of \($0)" } ?? "")") },
      completed: { write("\(prefix) completed") },
      disposed: { write("\(prefix) disposed") })
  }
}
