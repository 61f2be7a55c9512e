// What cannot be called: a stream that can fail, and nobody who hears of it. Without these the compiler would name the
// form that comes closest in shape, which is that of a scheduler.

extension StreamProtocol {
  /// There is no such form for a stream that can fail: see ``subscribe(isolation:next:failed:completed:fileID:line:)``.
  @available(*, unavailable, message: "The stream can fail: say what then with 'failed:', or 'catch' it before.")
  @discardableResult
  public func subscribe(_ next: @escaping (Value) -> Void) -> Disposable { subscribeEvents { _ in } }

  /// There is no such form for a stream that can fail: see ``subscribe(isolation:next:failed:completed:fileID:line:)``.
  @available(*, unavailable, message: "The stream can fail: say what then with 'failed:', or 'catch' it before.")
  @discardableResult
  public func subscribe(next: @escaping (Value) -> Void, completed: @escaping () -> Void) -> Disposable {
    subscribeEvents { _ in }
  }
}
