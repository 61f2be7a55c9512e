#if canImport(ObjectiveC)
  public import Foundation
  public import ObjectiveC
  import Subjects
  public import StreamCore

  /// What has one target, and an action that it sends there: a bar button item of UIKit, all controls of AppKit.
  @MainActor
  public protocol ActionSender: NSObject, Sendable {
    /// Whom the action is sent to; it is not kept.
    var target: AnyObject? { get set }

    /// What is sent to the target.
    var action: Selector? { get set }
  }

  extension ActionSender {
    /// One value for each action that the user takes, on the main actor, until the sender goes.
    ///
    ///     the user      ---x----x---
    ///     activations   ---*----*---
    ///
    /// There is one target, which is taken when this is first subscribed to, and the place of the one that was there;
    /// it is given back when nobody subscribes any more.
    public var activations: Signal<Void, Never> { associated { Activations() }.signal(of: self) }
  }

  extension CommandControl where Self: ActionSender {
    /// Kept with the sender.
    public var commandBinding: CommandBinding { associated { CommandBinding() } }
  }

  /// The one stream of a sender's actions.
  @MainActor
  private final class Activations {
    private let fired = Subject<Void, Never>()
    private var listeners = 0
    private var taken: ActionTarget?
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
      taken = target
      sender.target = target
      sender.action = ActionTarget.action
    }

    private func end(_ sender: some ActionSender) {
      listeners -= 1
      guard listeners == 0 else { return }
      // Somebody may have set another meanwhile.
      if sender.target === taken {
        sender.target = formerTarget
        sender.action = formerAction
      }
      taken = nil
    }
  }
#endif
