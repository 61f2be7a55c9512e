public import StreamRuntime

/// Marks a subscription to `never`.
@usableFromInline
final class Endless: MayBeEndless {
  /// The only instance.
  @usableFromInline static let mark = Endless()

  private init() {}

  var isEndless: Bool { true }
  @usableFromInline var isDisposed: Bool { false }
  @usableFromInline func dispose() {}
}
