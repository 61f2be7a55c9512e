import StreamPrimitives

/// Something that can be ended once.
///
/// `dispose()` may be called any number of times, from any thread; what it does, it does on the first call, on the
/// caller, with no lock held.
public protocol Disposing: AnyObject, DisposableConvertible {
  /// Ends it.
  func dispose()

  /// Whether it has been ended. Another thread may end it right after the answer.
  var isDisposed: Bool { get }
}

/// What the body of a hand-made signal may return: a ``Disposable``, or an object that can be disposed.
public protocol DisposableConvertible: Sendable {
  /// A handle on it.
  var disposable: Disposable { get }
}

extension Disposing {
  /// A handle on this object.
  public var disposable: Disposable { Disposable(self) }
}

/// A handle on work that can be ended: what `subscribe` and `schedule` return.
///
/// It may be ignored. Dropping it ends nothing: a subscription lives until the stream ends or someone disposes it
/// (``ScopedDisposable`` is the handle that does end with its owner).
public struct Disposable: DisposableConvertible {
  @usableFromInline let target: (any Disposing)?

  /// A handle that runs `action` the first time it is disposed, and lets go of it then.
  public init(_ action: @escaping @Sendable () -> Void) {
    target = ActionDisposable(action)
  }

  /// A handle on an object.
  public init(_ target: any Disposing) {
    self.target = target
  }

  @usableFromInline init() { target = nil }

  /// A handle with nothing left to end.
  public static var disposed: Disposable { Disposable() }

  /// The handle itself.
  public var disposable: Disposable { self }

  /// Ends the work. Idempotent, from any thread.
  public func dispose() {
    target?.dispose()
  }

  /// Whether the work was ended or came to its end.
  public var isDisposed: Bool { target?.isDisposed ?? true }

  /// The same work, ended when the result is released.
  public func scoped() -> ScopedDisposable { ScopedDisposable(self) }

  /// Hands the work to a composite, which ends it with its other members.
  public func add(to composite: CompositeDisposable) { composite.add(self) }
}

private final class ActionDisposable: Disposing {
  private let spent = Atomic(false)

  /// Guard: taken only by who turned `spent` to true.
  nonisolated(unsafe) private var action: (@Sendable () -> Void)?
  private let access = AccessCheck()

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  var isDisposed: Bool { spent.load(ordering: .acquiring) }

  func dispose() {
    guard !spent.exchange(true, ordering: .acquiringAndReleasing) else { return }
    access.writes()
    let action = self.action
    self.action = nil
    action?()
  }
}
