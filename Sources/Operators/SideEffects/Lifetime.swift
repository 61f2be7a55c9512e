public import StreamCore
import Subjects

/// The lifetime of an object that stores it as a property. It ends when the object is released.
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
/// It is over when the stored properties of its object are released: after the object's own `deinit`, when the object
/// can no longer be reached. (ReactiveObjC replaces the `dealloc` of each such class, and ends the lifetime just
/// before.) A reference to the lifetime itself prolongs it: pass its object, or ``ended``.
public final class Lifetime: Sendable {
  private let end = Subject<Never, Never>()
  private let members = CompositeDisposable()

  /// Creates a lifetime, which begins immediately.
  public init() {}

  deinit { members.dispose() }

  /// Completes when the lifetime is over; immediately if it already is. It does not retain the lifetime.
  ///
  ///     ended  --------|
  public var ended: Signal<Never, Never> { end.signal }

  /// Adds a disposable that is disposed when the lifetime is over.
  public func add(_ disposable: Disposable) { members.add(disposable) }
}

/// An object with a lifetime that can be observed.
public protocol HasLifetime: AnyObject {
  /// The object's lifetime: `let lifetime = Lifetime()`.
  var lifetime: Lifetime { get }
}

extension Lifetime: HasLifetime {
  /// The lifetime itself.
  public var lifetime: Lifetime { self }
}

extension StreamProtocol {
  /// Passes values until an object is released, without retaining it.
  ///
  ///     source                          1-2-3-4-5-|
  ///     the object                      -----x       released
  ///     take(duringLifetimeOf: object)  1-2-3|
  ///
  /// Completes when the object is released, on the thread that releases it, or when the source completes. Completes
  /// immediately if the object no longer exists at the subscription. Fails with the source. Keeps no values. Delivers
  /// where the source delivers.
  public func take(duringLifetimeOf object: some HasLifetime) -> Signal<Value, Failure> {
    take(until: object.lifetime.ended)
  }
}

extension Disposable {
  /// Disposes the work when an object is released, without retaining it.
  public func dispose(withLifetimeOf object: some HasLifetime) { object.lifetime.add(self) }
}
