#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import StreamCore

  /// What a control of target and action sends its action to.
  @MainActor
  final class ActionTarget: NSObject {
    static let action = Selector(("fire:"))

    private let fired: @MainActor () -> Void

    init(_ fired: @escaping @MainActor () -> Void) {
      self.fired = fired
      super.init()
    }

    #if _runtime(_ObjC)
      @objc
    #endif
    func fire(_ sender: Any?) { fired() }
  }

  /// One value for each action of a control, on the main actor, until the control goes.
  ///
  /// Each subscriber has a target of its own, which controls do not keep: the subscription does.
  @MainActor
  func actions<Control: NSObject & Sendable>(
    of control: Control,
    add: @escaping @MainActor (Control, ActionTarget) -> Void,
    remove: @escaping @MainActor (Control, ActionTarget) -> Void
  ) -> Signal<Void, Never> {
    Signal<Void, Never> { [weak control] observer in
      let target = ActionTarget { observer.send() }
      if let control { add(control, target) }
      return Disposable { [weak control] in
        onMain { if let control { remove(control, target) } }
      }
    }
    .take(duringLifetimeOf: control.associated { Lifetime() })
  }

  /// Does something on the main actor: now where this is it, else later, since who disposes may be anywhere.
  nonisolated func onMain(_ action: @escaping @MainActor () -> Void) {
    MainScheduler(runsInline: true).schedule { MainActor.assumeIsolated(action) }
  }
#endif
