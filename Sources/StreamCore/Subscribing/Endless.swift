public import StreamRuntime

/// What `never` leaves with its subscription.
@usableFromInline
final class Endless: MayBeEndless {
  /// There is nothing to tell one from another.
  @usableFromInline static let mark = Endless()

  private init() {}

  var isEndless: Bool { true }
  @usableFromInline var isDisposed: Bool { false }
  @usableFromInline func dispose() {}
}
