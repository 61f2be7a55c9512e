public import Foundation
public import StreamCore

extension NotificationCenter {
  /// The values that `read` takes from the notifications of a name, on the posting thread.
  ///
  ///     posts of the name  ---n---n---
  ///     signal(named:)     ---a---b---
  ///
  /// Each subscriber is a separate observer of the center until it is disposed. With an object, only its notifications
  /// are sent. The object is not kept alive. If it was released before the subscription, the stream completes
  /// immediately. Otherwise it never ends. Delivers on the posting thread, serially if several threads post.
  ///
  /// A `Notification` is not `Sendable`, so `read` takes a value from it. (ReactiveObjC sends the notification itself,
  /// and keeps an unsafe pointer to the object.)
  public func signal<Value: Sendable>(
    named name: Notification.Name, object: AnyObject? = nil, read: @escaping @Sendable (Notification) -> Value
  ) -> Signal<Value, Never> {
    let sender = Sender(object)
    return Signal { observer in
      guard let object = sender.read() else {
        observer.complete()
        return Disposable.disposed
      }
      // Guarded by: nothing (it is only passed back to the center).
      nonisolated(unsafe) let token = self.addObserver(forName: name, object: object, queue: nil) { notification in
        // A new object may have the address of one that was released.
        if sender.isMeant { observer.send(read(notification)) }
      }
      return Disposable { self.removeObserver(token) }
    }
  }

  /// Sends `Void` for each notification of a name. See ``signal(named:object:read:)``.
  public func signal(named name: Notification.Name, object: AnyObject? = nil) -> Signal<Void, Never> {
    signal(named: name, object: object) { _ in }
  }
}

/// The sender of the observed notifications: any object, or one object that may be released.
private struct Sender: Sendable {
  private let isAnyObject: Bool

  /// Guarded by: nothing (only its identity is used).
  nonisolated(unsafe) private weak let object: AnyObject?

  init(_ object: AnyObject?) {
    isAnyObject = object == nil
    self.object = object
  }

  var isMeant: Bool { isAnyObject || object != nil }

  /// The object to register with; `nil` if it was released.
  func read() -> AnyObject?? { isAnyObject ? .some(nil) : object.map { .some($0) } }
}
