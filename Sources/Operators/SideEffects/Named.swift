public import StreamCore
import StreamTracing

extension StreamProtocol {
  /// Names the stream in recordings, with the place of this call (``Trace``).
  ///
  ///     source           1-2-|
  ///     named("search")  1-2-|
  ///
  /// If no recording is running when it is called, it returns the source itself. Keeps nothing. Delivers where the
  /// source delivers; completes and fails with it. (rxjs-spy's `tag`, Reactor's `checkpoint`.)
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
