public import Foundation
public import StreamCore

extension NotificationCenter {
  /// What the notifications of a name say, read by `read` on the thread that posts.
  ///
  ///     posts of the name  ---n---n---
  ///     signal(named:)     ---a---b---
  ///
  /// Each subscriber is an observer of its own, from subscribing until it is disposed. With an object, only that
  /// object's notifications count; it is not kept alive, and when it was gone before anyone subscribed the stream
  /// completes at once. Otherwise it never ends. Values are delivered on the thread that posts; when several post at
  /// once, one after another.
  ///
  /// A `Notification` may carry anything and so cannot be sent from thread to thread: `read` takes from it what can.
  /// ReactiveObjC sends the notification itself, and keeps an unguarded pointer to the object.
  public func signal<Value: Sendable>(
    named name: Notification.Name, object: AnyObject? = nil, read: @escaping @Sendable (Notification) -> Value
  ) -> Signal<Value, Never> {
    let sender = Sender(object)
    return Signal { observer in
      guard let object = sender.read() else {
        observer.complete()
        return Disposable.disposed
      }
      // Only handed back to the centre.
      nonisolated(unsafe) let token = self.addObserver(forName: name, object: object, queue: nil) { notification in
        // The address of an object that is gone may be another's by now.
        if sender.isMeant { observer.send(read(notification)) }
      }
      return Disposable { self.removeObserver(token) }
    }
  }

  /// Says that a notification of a name was posted. As ``signal(named:object:read:)``, for those that carry nothing.
  public func signal(named name: Notification.Name, object: AnyObject? = nil) -> Signal<Void, Never> {
    signal(named: name, object: object) { _ in }
  }
}

/// Whose notifications are meant: anyone's, or those of an object that may go.
private struct Sender: Sendable {
  private let isAnyone: Bool

  /// Guard: only its identity is used.
  nonisolated(unsafe) private weak let object: AnyObject?

  init(_ object: AnyObject?) {
    isAnyone = object == nil
    self.object = object
  }

  var isMeant: Bool { isAnyone || object != nil }

  /// What to register with; `nil` when the object is gone.
  func read() -> AnyObject?? { isAnyone ? .some(nil) : object.map { .some($0) } }
}
