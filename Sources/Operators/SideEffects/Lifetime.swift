public import StreamCore
import Subjects

/// The life of an object, which the object has as a stored property and which therefore ends with it.
///
/// ```swift
/// final class Editor: HasLifetime {
///   let lifetime = Lifetime()
///   init(saves: Signal<Document, Never>) {
///     saves.take(duringLifetimeOf: self).subscribe { print("saved", $0.name) }
///   }
/// }
/// ```
///
/// It ends when its object's stored properties are released, which is after the object's own `deinit`; nobody can reach
/// the object by then. (ReactiveObjC replaces the `dealloc` of every class it is asked about, and ends just before.)
/// A reference to the lifetime itself lengthens it: pass its object, or ``ended``.
public final class Lifetime: Sendable {
  private let end = Subject<Never, Never>()
  private let members = CompositeDisposable()

  /// A life that begins now.
  public init() {}

  deinit { members.dispose() }

  /// Completes when the life ends; at once if it has. It does not lengthen it.
  ///
  ///     ended  --------|
  public var ended: Signal<Never, Never> { end.signal }

  /// Leaves something to be disposed when the life ends.
  public func add(_ disposable: Disposable) { members.add(disposable) }
}

/// An object that says how long it lives.
public protocol HasLifetime: AnyObject {
  /// The object's life: `let lifetime = Lifetime()`.
  var lifetime: Lifetime { get }
}

extension Lifetime: HasLifetime {
  /// The life itself.
  public var lifetime: Lifetime { self }
}

extension StreamProtocol {
  /// Passes values until an object goes, which it does not keep alive.
  ///
  ///     source                          1-2-3-4-5-|
  ///     the object                      -----x       released
  ///     take(duringLifetimeOf: object)  1-2-3|
  ///
  /// Completes when the object is released, on the thread that releases it, or when the source does; at once if the
  /// object is gone when it is subscribed to. Fails with the source. Keeps no values. Delivers where the source
  /// delivers.
  public func take(duringLifetimeOf object: some HasLifetime) -> Signal<Value, Failure> {
    take(until: object.lifetime.ended)
  }
}

extension Disposable {
  /// Ends the work when an object goes, which it does not keep alive.
  public func dispose(withLifetimeOf object: some HasLifetime) { object.lifetime.add(self) }
}
