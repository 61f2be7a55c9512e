/// A handle that is disposed when it is released.
///
/// In a stored property, it disposes a subscription together with its owner.
public final class ScopedDisposable: MayBeEndless {
  private let work: Disposable

  /// Disposes `work` when this object is released. A ``DisposableConvertible/disposable`` of this object retains it.
  public init(_ work: Disposable) { self.work = work }

  deinit { work.dispose() }

  /// Disposes the subscription or the action now.
  public func dispose() { work.dispose() }

  package var isEndless: Bool { work.isEndless }

  /// Whether the subscription or the action was disposed or has ended.
  public var isDisposed: Bool { work.isDisposed }
}
