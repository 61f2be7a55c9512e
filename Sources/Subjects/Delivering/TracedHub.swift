import StreamCore
import StreamTracing

// The part of recordings that concerns subjects. This code runs only during a recording.
extension Hub {
  /// Registers a subject under its call site. Subjects inside operators and commands are not recorded.
  func registerTraced(_ callSite: CallSite, _ name: StaticString) {
    if !callSite.isInLibrary { TraceNode.make(TraceKey(self), .subject, "\(name)", callSite) }
  }

  @usableFromInline
  func traced(_ sink: Sink<Value, Failure>) -> Sink<Value, Failure> {
    TraceNode.of(TraceKey(self))?.traced(sink) ?? sink
  }

  /// Records a value that was sent to a subject without observers, and so dropped. A property keeps such a value.
  @usableFromInline
  func recordUnobserved(_ value: Value) {
    guard let node = TraceNode.of(TraceKey(self)), node.info.kind == .subject else { return }
    node.record(.dropped, ValueText<Value>()(value).map { "\($0), because the subject has no observers" })
  }
}
