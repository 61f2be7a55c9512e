#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC
  import StreamCore

  /// The target of a target-action control.
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

  /// Sends one value for each action of a control, on the main actor, until the control is released.
  ///
  /// Each subscriber has its own target. Controls do not retain targets: the subscription does.
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

  /// Runs a closure on the main actor: synchronously if the caller is there, otherwise later. Disposal may come from
  /// any thread.
  nonisolated func onMain(_ action: @escaping @MainActor () -> Void) {
    MainScheduler(runsInline: true).schedule { MainActor.assumeIsolated(action) }
  }
#endif
