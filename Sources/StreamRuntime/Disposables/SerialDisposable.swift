/// A disposable that holds one handle, which can be replaced.
///
/// Setting ``inner`` disposes the previous handle. This is a departure from ReactiveObjC, whose serial disposable
/// leaves it running. ``swap(_:)`` replaces the handle without disposing it. Once the serial disposable was disposed, a
/// new handle is disposed immediately.
public final class SerialDisposable: MayBeEndless {
  private struct State {
    var inner: Disposable?
    var isDisposed = false
  }

  private let state: Lock<State>

  /// A serial disposable with an initial handle.
  public init(_ inner: Disposable? = nil) { state = Lock(State(inner: inner)) }

  /// The current handle; `nil` if there is none, and after disposal.
  public var inner: Disposable? {
    get { state.withLock { $0.inner } }
    set { swap(newValue)?.dispose() }
  }

  /// Replaces the handle and returns the previous one, which is not disposed.
  ///
  /// If this object was disposed, it disposes the new handle and returns `nil`.
  public func swap(_ new: Disposable?) -> Disposable? {
    let (old, refused) = state.withLock { state -> (Disposable?, Bool) in
      guard !state.isDisposed else { return (nil, true) }
      defer { state.inner = new }
      return (state.inner, false)
    }
    if refused { new?.dispose() }
    return old
  }

  /// Disposes the current handle, and every later one.
  public func dispose() {
    let inner = state.withLock { state in
      defer { state = State(inner: nil, isDisposed: true) }
      return state.inner
    }
    inner?.dispose()
  }

  package var isEndless: Bool { inner?.isEndless ?? false }

  /// Whether this object was disposed. Disposing its handle does not count.
  public var isDisposed: Bool { state.withLock { $0.isDisposed } }
}
