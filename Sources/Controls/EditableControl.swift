public import Bindings
public import StreamCore
import Subjects

/// A view whose values its user changes: a text field, a switch, a slider, of whatever toolkit.
///
/// ```swift
/// @MainActor final class Field: EditableControl {
///   let edited = Subject<Void, Never>()
///   var text = ""
///   var edits: Signal<Void, Never> { edited.signal }
/// }
/// let field = Field()
/// field.channel(\.text) <~> model.channel(\.email)
/// ```
@MainActor
public protocol EditableControl: AnyObject, Sendable {
  /// Sends one value for each change that the user makes, when the control has it already, on the main actor; completes
  /// when the control goes.
  ///
  /// What is sent while the control is being set through a channel is no edit of its user's, so a toolkit may report
  /// that, too.
  var edits: Signal<Void, Never> { get }
}

extension EditableControl {
  /// One end of a two-way binding, onto a value of this control.
  ///
  ///     the user       ----a-----b-----
  ///     channel(\.x)   ----a-----b-----    what the other end sends is shown, and not told back
  ///
  /// It has no value of its own until the user makes an edit, so a model that is bound to it is never overwritten by an
  /// empty control. What comes from other threads is shown on the main actor, in order, unless the user has made an
  /// edit meanwhile, which is the later change. It does not keep the control, and ends with it.
  public func channel<Value: Sendable>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Terminal<Value> {
    Terminal(of: self, edits: edits) {
      $0[keyPath: keyPath]
    } show: {
      $0[keyPath: keyPath] = $1
    }
  }

  /// One end of a two-way binding, onto a text that may be missing, which is then empty. See ``channel(_:)``.
  public func channel(_ keyPath: ReferenceWritableKeyPath<Self, String?>) -> Terminal<String> {
    Terminal(of: self, edits: edits) {
      $0[keyPath: keyPath] ?? ""
    } show: {
      $0[keyPath: keyPath] = $1
    }
  }

  /// A value of this control, and then what each edit makes of it.
  ///
  ///     the user             ----a-----b-----
  ///     signal(for: \.x)     0---a-----b-----    set by the program, it is not told
  ///
  /// Read when it is subscribed to, on the main actor. Completes when the control goes, which it does not keep.
  public func signal<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> Signal<Value, Never> {
    values { $0[keyPath: keyPath] }
  }

  /// A text of this control, which is empty where it is missing, and then what each edit makes of it. See
  /// ``signal(for:)``.
  public func signal(for keyPath: KeyPath<Self, String?>) -> Signal<String, Never> {
    values { $0[keyPath: keyPath] ?? "" }
  }

  private func values<Value: Sendable>(_ read: @escaping @MainActor (Self) -> Value) -> Signal<Value, Never> {
    Signal { [weak self, edits] observer in
      if let self { observer.send(read(self)) }
      return edits.subscribe { [weak self] in
        if let self { observer.send(read(self)) }
      } completed: {
        observer.complete()
      }
    }
  }
}

extension Terminal {
  /// One end of a two-way binding, onto something of the main actor's that others change, too.
  ///
  /// - Parameters:
  ///   - edits: tells that it has changed; what it tells while `show` runs is not heard.
  ///   - claimed: whether it has a value before it is edited, which counts where a binding begins on the main actor.
  @MainActor
  package init<View: AnyObject & Sendable>(
    of view: View, edits: Signal<Void, Never>, claimed: Bool = false,
    read: @escaping @MainActor (View) -> Value, show: @escaping @MainActor (View, Value) -> Void
  ) {
    let end = ViewEnd<Value>()
    end.shown.subscribe(with: view) { [latest = end.latest, flag = end.isShowing] view, change in
      guard latest.isStill(change) else { return }
      flag.value = true
      show(view, change.value)
      flag.value = false
    }
    self.init(
      changes: Signal { [weak view] observer in
        edits.subscribe { [weak view] in
          guard let view, !end.isShowing.value else { return }
          let change = Change(read(view))
          if end.latest.rises(to: change) { observer.send(change) }
        } completed: {
          observer.complete()
        }
      },
      claim: { [weak view] take in
        guard claimed, isRunning(on: MainActor.shared) else { return false }
        let change = MainActor.assumeIsolated { view.map { Change(read($0)) } }
        if let change { _ = end.latest.rises(to: change) }
        return Change.claim(change, take)
      },
      accept: { if end.latest.rises(to: $0) { end.shown.send($0) } })
  }
}

/// What a view's end is made of. Only the end keeps it, so that what is to be shown ends with the last who can send.
private final class ViewEnd<Value: Sendable>: Sendable {
  let shown = Subject<Change<Value>, Never>()
  let latest = LatestChange()
  let isShowing = Flag()

  @MainActor final class Flag {
    var value = false
    nonisolated init() {}
  }
}

/// The latest change that an end has made or taken.
private final class LatestChange: Sendable {
  private let stamp = Lock<UInt64>(0)

  /// Takes a change, unless there is a later one.
  func rises<Value>(to change: Change<Value>) -> Bool {
    stamp.withLock { stamp in
      guard change.stamp > stamp else { return false }
      stamp = change.stamp
      return true
    }
  }

  func isStill<Value>(_ change: Change<Value>) -> Bool { stamp.withLock { $0 == change.stamp } }
}
