/// A handle that ends its work when it is released.
///
/// Keep it in a stored property, and the work ends with the object that has the property.
public final class ScopedDisposable: MayBeEndless {
  private let work: Disposable

  /// Ends the work when this object is released. A handle on the object (``DisposableConvertible/disposable``) keeps
  /// it.
  public init(_ work: Disposable) { self.work = work }

  deinit { work.dispose() }

  /// Ends the work now.
  public func dispose() { work.dispose() }

  package var isEndless: Bool { work.isEndless }

  /// Whether the work has been ended.
  public var isDisposed: Bool { work.isDisposed }
}
