public import Bindings
public import StreamCore
import Subjects

/// A view whose values a user edits: a text field, a switch or a slider, of any toolkit.
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
  /// Sends one value after each edit by the user, on the main actor, and completes when the control is released.
  ///
  /// Values sent while a channel sets the control do not count as edits, so a toolkit may report these, too.
  var edits: Signal<Void, Never> { get }
}

extension EditableControl {
  /// Returns a terminal for a value of this control, to bind it in both directions.
  ///
  ///     the user       ----a-----b-----
  ///     channel(\.x)   ----a-----b-----    the other end's values are shown, not sent back
  ///
  /// The terminal has no value until the user makes an edit, so an empty control never overwrites the bound model.
  /// Values from other threads are shown on the main actor, in order, unless the user made a later edit in between. It
  /// does not retain the control, and completes with it.
  public func channel<Value: Sendable>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Terminal<Value> {
    Terminal(of: self, edits: edits) {
      $0[keyPath: keyPath]
    } show: {
      $0[keyPath: keyPath] = $1
    }
  }

  /// Returns a terminal for an optional text, in which `nil` is the empty text. See ``channel(_:)``.
  public func channel(_ keyPath: ReferenceWritableKeyPath<Self, String?>) -> Terminal<String> {
    Terminal(of: self, edits: edits) {
      $0[keyPath: keyPath] ?? ""
    } show: {
      $0[keyPath: keyPath] = $1
    }
  }

  /// Sends a value of this control, and then its value after each edit.
  ///
  ///     the user             ----a-----b-----
  ///     signal(for: \.x)     0---a-----b-----    not sent when the program sets it
  ///
  /// The value is read at the subscription, on the main actor. Completes when the control is released, and does not
  /// retain it.
  public func signal<Value: Sendable>(for keyPath: KeyPath<Self, Value>) -> Signal<Value, Never> {
    values { $0[keyPath: keyPath] }
  }

  /// Sends an optional text of this control, with `nil` as the empty text, and then the text after each edit.
  ///
  /// See ``signal(for:)``.
  public func signal(for keyPath: KeyPath<Self, String?>) -> Signal<String, Never> {
    values { $0[keyPath: keyPath] ?? "" }
  }

  private func values<Value: Sendable>(_ read: @escaping @MainActor (Self) -> Value) -> Signal<Value, Never> {
    Signal { [weak self, edits] observer in
      // A handler of the first value may cause an edit.
      let following = edits.subscribe { [weak self] in
        if let self { observer.send(read(self)) }
      } completed: {
        observer.complete()
      }
      if let self { observer.send(read(self)) }
      return following
    }
  }
}

extension Terminal {
  /// Creates a terminal for a value on the main actor that also changes by other means.
  ///
  /// - Parameters:
  ///   - edits: Sends after each change; changes while `show` runs are ignored.
  ///   - claimed: Whether the value before the first edit counts when a binding begins on the main actor.
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

/// The state of a view's terminal. Only the terminal retains it, so `shown` ends when the last sender is released.
private final class ViewEnd<Value: Sendable>: Sendable {
  let shown = Subject<Change<Value>, Never>()
  let latest = LatestChange()

  /// Set while a value from the other end is shown. The control's own report of it does not count as an edit then.
  let isShowing = Flag()

  @MainActor final class Flag {
    var value = false
    nonisolated init() {}
  }
}

/// The latest change that a terminal has sent or received.
private final class LatestChange: Sendable {
  private let stamp = Lock<UInt64>(0)

  /// Records a change, unless a later one or the change itself is recorded.
  func rises<Value>(to change: Change<Value>) -> Bool {
    stamp.withLock { stamp in
      guard change.stamp > stamp else { return false }
      stamp = change.stamp
      return true
    }
  }

  /// Whether no later change was recorded.
  func isStill<Value>(_ change: Change<Value>) -> Bool { stamp.withLock { $0 == change.stamp } }
}
