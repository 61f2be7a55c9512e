/// A handle that ends its work when it is released.
///
/// Keep it in a stored property, and the work ends with the object that has the property.
public final class ScopedDisposable: Disposing {
  /// The work.
  public let disposable: Disposable

  /// Ends `disposable` when this object is released.
  public init(_ disposable: Disposable) { self.disposable = disposable }

  deinit { disposable.dispose() }

  /// Ends the work now.
  public func dispose() { disposable.dispose() }

  /// Whether the work has been ended.
  public var isDisposed: Bool { disposable.isDisposed }
}
