public import StreamCore
import StreamTracing

extension StreamProtocol {
  /// The same stream, under a name by which a recording shows it, with the place of this call (``Trace``).
  ///
  ///     source           1-2-|
  ///     named("search")  1-2-|
  ///
  /// Where nobody records when it is made, it is the source itself. Keeps nothing. Delivers where the source delivers;
  /// ends with it. (rxjs-spy's `tag`, Reactor's `checkpoint`.)
  public func named(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Value, Failure> {
    let source = signal
    guard Trace.isOnHere else { return source }
    let site = CallSite(fileID, line)
    return Signal(
      attaching: { sink, subscription in
        guard Trace.isOn else { return source.attach(sink, to: subscription) }
        let node = TraceNode(.stage, name, site, to: .attaching)
        node.attaching { source.attach(sink.traced(by: node), to: subscription) }
      }, named: "")
  }
}
