#if canImport(ObjectiveC)
  public import Foundation
  public import ObjectiveC
  import Subjects
  public import StreamCore

  /// A sender with a single target and action: a bar button item of UIKit, any control of AppKit.
  @MainActor
  public protocol ActionSender: NSObject, Sendable {
    /// The target, which is not retained.
    var target: AnyObject? { get set }

    /// The action that is sent to the target.
    var action: Selector? { get set }
  }

  extension ActionSender {
    /// Sends one value for each action of the user, on the main actor, until the sender is released.
    ///
    ///     the user      ---x----x---
    ///     activations   ---*----*---
    ///
    /// The first subscription replaces the sender's only target; the last disposal restores the previous one.
    public var activations: Signal<Void, Never> { associated { Activations() }.signal(of: self) }
  }

  extension CommandControl where Self: ActionSender {
    /// Retained by the sender.
    public var commandBinding: CommandBinding { associated { CommandBinding() } }
  }

  /// The shared stream of a sender's actions. The sender retains it.
  @MainActor
  private final class Activations {
    private let fired = Subject<Void, Never>()
    private var listeners = 0

    /// The target that the first listener set. It is retained here, because senders do not retain their target.
    private var ownTarget: ActionTarget?

    /// The sender's target and action before the first listener.
    private weak var formerTarget: AnyObject?
    private var formerAction: Selector?

    func signal(of sender: some ActionSender) -> Signal<Void, Never> {
      Signal<Void, Never> { [weak sender, self] observer in
        if let sender { begin(sender) }
        let handle = fired.subscribe { observer.send() }
        return Disposable { [weak sender] in
          handle.dispose()
          onMain { if let sender { self.end(sender) } }
        }
      }
      .take(duringLifetimeOf: sender.associated { Lifetime() })
    }

    private func begin(_ sender: some ActionSender) {
      listeners += 1
      guard listeners == 1 else { return }
      formerTarget = sender.target
      formerAction = sender.action
      let target = ActionTarget { [fired] in fired.send() }
      ownTarget = target
      sender.target = target
      sender.action = ActionTarget.action
    }

    private func end(_ sender: some ActionSender) {
      listeners -= 1
      guard listeners == 0 else { return }
      // Another target may have been set in between.
      if sender.target === ownTarget {
        sender.target = formerTarget
        sender.action = formerAction
      }
      ownTarget = nil
    }
  }
#endif
