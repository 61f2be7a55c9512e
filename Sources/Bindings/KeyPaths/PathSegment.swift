import Operators
import StreamCore

/// One step of a path: from an object to one of its properties.
struct PathSegment<Object: AnyObject & Sendable, Leaf: Sendable>: Sendable {
  /// Returns the path of this step only.
  let end: @Sendable (Object) -> PropertyPath<Leaf?>

  init(_ property: @escaping @Sendable (Object) -> MutableProperty<Leaf>) { self.init(property, { $0 }, { $0 }) }

  init(optional property: @escaping @Sendable (Object) -> MutableProperty<Leaf?>) {
    self.init(property, { $0 }, { .some($0) })
  }

  /// - Parameters:
  ///   - leaf: Converts a value of the property to a value of the path.
  ///   - stored: Converts a value of the path to one of the property; `nil` if the property cannot store it.
  private init<Stored: Sendable>(
    _ property: @escaping @Sendable (Object) -> MutableProperty<Stored>,
    _ leaf: @escaping @Sendable (Stored) -> Leaf?, _ stored: @escaping @Sendable (Leaf?) -> Stored?
  ) {
    end = { object in
      let property = property(object)
      let retained = property.source.retained
      return PropertyPath(
        values: property.signal.map(leaf),
        changes: Source<Stored>.changes(retained).map { $0.with(leaf($0.value)) },
        read: { leaf(Source<Stored>(retained).value) },
        claim: { Source<Stored>(retained).claim().map { $0.with(leaf($0.value)) } },
        accept: { change in
          guard let value = stored(change.value) else { return .needsValue }
          Source(retained).accept(change.with(value))
          return nil
        },
        put: { value in
          guard let value = stored(value) else { return .needsValue }
          Source(retained).set(value)
          return nil
        })
    }
  }
}

/// Returns a function to a property that is stored as a ``MutableProperty``.
func stored<Object: AnyObject & Sendable, Leaf: Sendable>(
  _ keyPath: sending KeyPath<Object, MutableProperty<Leaf>>
) -> @Sendable (Object) -> MutableProperty<Leaf> {
  // A key path into a class of an actor is not `Sendable`. This one leads to a constant.
  nonisolated(unsafe) let keyPath = keyPath
  return { $0[keyPath: keyPath] }
}

/// Returns a function to a property behind the wrapper ``Observed``.
func wrapped<Object: AnyObject & Sendable, Leaf: Sendable>(
  _ keyPath: sending ReferenceWritableKeyPath<Object, Leaf>
) -> @Sendable (Object) -> MutableProperty<Leaf> {
  // As above: the wrapper is read to find its property, which never changes.
  nonisolated(unsafe) let keyPath = keyPath
  return { settable(keyPath, of: $0) }
}

extension PathOrigin {
  /// Returns the path with one more step, which is taken while there is an object.
  func appending<Object, Leaf>(
    _ segment: PathSegment<Object, Leaf>, _ object: @escaping @Sendable (Reference) -> Object?
  ) -> PropertyPath<Leaf?> {
    let end = { @Sendable (reference: Reference) in object(reference).map(segment.end) }
    return PropertyPath(
      values: values.following { reference, _ in
        end(reference).map { $0.values.append(nil) } ?? .just(nil)
      },
      changes: values.following { reference, isFirst in
        guard let end = end(reference) else { return .just(absent(isFirst)) }
        // The value of an object that replaces another one is new to the other end of a binding. The value of the
        // first object is not.
        if !isFirst { _ = end.claim() }
        return end.changes.concat(Signal.deferred { .just(absent(false)) })
      },
      read: { [read] in read().flatMap(end)?.read() },
      claim: { [read] in
        guard let reference = read() else { return nil }
        return end(reference)?.claim() ?? absent(false)
      },
      accept: { [read] change in
        guard let end = read().flatMap(end) else { return .missing }
        return end.accept(change)
      },
      put: { [read] value in
        guard let end = read().flatMap(end) else { return .missing }
        return end.put(value)
      })
  }
}

/// The change to `nil`, which is the latest change.
///
/// At the beginning of a binding it is the earliest, so that the binding takes the value of the other end.
private func absent<Leaf>(_ isFirst: Bool) -> Change<Leaf?> { isFirst ? Change(nil, stamp: 0) : Change(nil) }

extension Signal where Failure == Never {
  /// Returns the values of the stream that `choose` makes of the latest value, until this stream ends.
  fileprivate func following<Output: Sendable>(
    _ choose: @escaping @Sendable (_ value: Value, _ isFirst: Bool) -> Signal<Output, Never>
  ) -> Signal<Output, Never> {
    // The end becomes a value, so that it replaces the last chosen stream, as a value does.
    materialize().enumerated().flatMapLatest { index, event -> Signal<Event<Output, Never>, Never> in
      guard let value = event.value else { return .just(.completed) }
      return choose(value, index == 0).map { .next($0) }
    }
    .dematerialize()
  }
}
