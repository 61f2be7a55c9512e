// Unavailable forms that do not handle the failure of a stream. Without them, the compiler's message would be about the
// form with a scheduler, which is the most similar one.

extension StreamProtocol {
  /// Unavailable, because the stream can fail: see ``subscribe(isolation:next:failed:completed:fileID:line:)``.
  @available(*, unavailable, message: "The stream can fail: handle the failure with 'failed:', or 'catch' it before.")
  @discardableResult
  public func subscribe(_ next: @escaping (Value) -> Void) -> Disposable { subscribeEvents { _ in } }

  /// Unavailable, because the stream can fail: see ``subscribe(isolation:next:failed:completed:fileID:line:)``.
  @available(*, unavailable, message: "The stream can fail: handle the failure with 'failed:', or 'catch' it before.")
  @discardableResult
  public func subscribe(next: @escaping (Value) -> Void, completed: @escaping () -> Void) -> Disposable {
    subscribeEvents { _ in }
  }
}
