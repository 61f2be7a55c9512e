/// Ends the observers of released subjects, without recursion: the end of one can release the next, where an observer
/// that sends to that was all that held it.
@usableFromInline
package enum Releasing {
  @usableFromInline
  package static func end<Value: Sendable, Failure: Error>(_ hub: Hub<Value, Failure>) {
    if Nesting.ofReleases.run({ hub.endAsReleased() }) { return }
    Nesting.ofReleases.runLater { hub.endAsReleased() }
  }
}

extension Hub {
  fileprivate func endAsReleased() {
    if endsWhenReleased { end(.completed) } else { perform { self.forget() } }
  }
}
