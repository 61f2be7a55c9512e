import StreamPrimitives

/// An object that can be disposed once.
///
/// `dispose()` may be called any number of times, from any thread. Only the first call has an effect, which happens on
/// the caller, with no lock held.
public protocol Disposing: AnyObject, DisposableConvertible {
  /// Disposes the object.
  func dispose()

  /// Whether the object was disposed. If not, another thread may dispose it at any time.
  var isDisposed: Bool { get }
}

/// A possible result of a hand-made signal's body: a ``Disposable``, or an object that can be disposed.
public protocol DisposableConvertible: Sendable {
  /// A handle to it.
  var disposable: Disposable { get }
}

extension Disposing {
  /// A handle to this object.
  public var disposable: Disposable { Disposable(self) }
}

/// A handle that disposes a subscription or a scheduled action.
///
/// It may be ignored. Releasing it disposes nothing: a subscription lives until the stream ends or the handle is
/// disposed. To dispose it with its owner, use ``ScopedDisposable``.
public struct Disposable: DisposableConvertible {
  @usableFromInline let target: (any Disposing)?

  /// A handle that runs `action` on the first `dispose()`, and then releases it.
  public init(_ action: @escaping @Sendable () -> Void) {
    target = ActionDisposable(action)
  }

  /// A handle to an object.
  public init(_ target: any Disposing) {
    self.target = target
  }

  @usableFromInline init() { target = nil }

  /// A handle that is disposed already.
  public static var disposed: Disposable { Disposable() }

  /// The handle itself.
  public var disposable: Disposable { self }

  /// Disposes the subscription or the action. Idempotent; may be called from any thread.
  public func dispose() {
    target?.dispose()
  }

  /// Whether the subscription or the action was disposed or has ended.
  public var isDisposed: Bool { target?.isDisposed ?? true }

  /// A handle that is disposed when it is released.
  public func scoped() -> ScopedDisposable { ScopedDisposable(self) }

  /// Adds the handle to a composite, which disposes it with its other members.
  public func add(to composite: CompositeDisposable) { composite.add(self) }
}

private final class ActionDisposable: Disposing {
  private let disposed = Atomic(false)

  /// Guarded by: `disposed` (only the thread that sets it touches the action).
  nonisolated(unsafe) private var action: (@Sendable () -> Void)?
  private let access = AccessCheck()

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  var isDisposed: Bool { disposed.load(ordering: .acquiring) }

  func dispose() {
    guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    access.writes()
    let action = self.action
    self.action = nil
    action?()
  }
}
