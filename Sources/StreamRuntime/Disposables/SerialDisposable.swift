/// A place for one handle at a time.
///
/// Setting ``inner`` disposes the handle that was there; this is a departure from ReactiveObjC, whose serial disposable
/// leaves it running. ``swap(_:)`` replaces without disposing. Once the place is disposed, what is put there is
/// disposed at once.
public final class SerialDisposable: MayBeEndless {
  private struct State {
    var inner: Disposable?
    var isDisposed = false
  }

  private let state: Lock<State>

  /// A place with a handle to start with.
  public init(_ inner: Disposable? = nil) { state = Lock(State(inner: inner)) }

  /// The handle; `nil` when there is none, and after the place has been disposed.
  public var inner: Disposable? {
    get { state.withLock { $0.inner } }
    set { swap(newValue)?.dispose() }
  }

  /// Puts a handle in place and returns the one that was there, still running.
  ///
  /// If the place has been disposed, the new handle is disposed and the result is `nil`.
  public func swap(_ new: Disposable?) -> Disposable? {
    let (old, refused) = state.withLock { state -> (Disposable?, Bool) in
      guard !state.isDisposed else { return (nil, true) }
      defer { state.inner = new }
      return (state.inner, false)
    }
    if refused { new?.dispose() }
    return old
  }

  /// Disposes the handle in place, and every later one.
  public func dispose() {
    let inner = state.withLock { state in
      defer { state = State(inner: nil, isDisposed: true) }
      return state.inner
    }
    inner?.dispose()
  }

  package var isEndless: Bool { inner?.isEndless ?? false }

  /// Whether the place itself was disposed; disposing a handle in it does not count.
  public var isDisposed: Bool { state.withLock { $0.isDisposed } }
}
