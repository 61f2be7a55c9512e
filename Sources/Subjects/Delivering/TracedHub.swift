import StreamCore
import StreamTracing

// What a recording adds to subjects. Nothing here is reached unless somebody records.
extension Hub {
  /// A subject is known by its place. Those that operators and commands are made of are no matter of the user's.
  func noteTraced(_ callSite: CallSite, _ name: StaticString) {
    if !callSite.isInLibrary { TraceNode.make(TraceKey(self), .subject, "\(name)", callSite) }
  }

  @usableFromInline
  func traced(_ sink: Sink<Value, Failure>) -> Sink<Value, Failure> {
    TraceNode.of(TraceKey(self))?.traced(sink) ?? sink
  }

  /// What is sent to a subject without observers is dropped; whoever wonders why nothing comes can see that. A property
  /// keeps it.
  @usableFromInline
  func noteUnheard(_ value: Value) {
    guard let node = TraceNode.of(TraceKey(self)), node.info.kind == .subject else { return }
    node.record(.dropped, ValueText<Value>()(value).map { "\($0), since nobody is subscribed" })
  }
}
