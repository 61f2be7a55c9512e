#if canImport(SwiftUI)
  public import Bindings
  public import Observation
  public import StreamCore
  public import SwiftUI

  extension Observable where Self: AnyObject & Sendable {
    /// A binding of a view onto a property of this object, which is seen by every view that reads it.
    ///
    /// ```swift
    /// TextField("Address", text: model.binding(\.email))
    /// ```
    @MainActor
    public func binding<Value: Sendable>(_ keyPath: ReferenceWritableKeyPath<Self, Value>) -> Binding<Value> {
      Binding { @MainActor in
        self[keyPath: keyPath]
      } set: { @MainActor in
        self[keyPath: keyPath] = $0
      }
    }
  }

  extension Binding where Value: Sendable {
    /// A binding of a view onto a property, which is seen by every view that reads it, whoever has the property.
    @MainActor
    public init(_ property: MutableProperty<Value>) {
      property.showToObservation()
      self.init { @MainActor in
        property.value
      } set: { @MainActor in
        property.value = $0
      }
    }

    /// A binding of a view onto one end of a two-way binding; `initially` is what it has until the end has a value.
    ///
    /// What the view sets goes to the end. The binding lasts as long as it is kept, and each has a value of its own:
    /// make it once, in the initializer of a model or of a `@State`, and not in `body`, which would begin again with
    /// `initially` at every evaluation.
    @MainActor
    public init(_ terminal: Terminal<Value>, initially value: Value) {
      let property = MutableProperty(value)
      property <~> terminal
      self.init(property)
    }
  }

  extension View {
    /// Runs a handler for each value of a stream that is sent while the view is shown.
    ///
    ///     stream      a---b---c---d
    ///     the view    ---appears----disappears
    ///     the handler ----b---c
    ///
    /// It is subscribed to when the view appears, in a task of the main actor's, so a property begins with its value;
    /// values that come while the handler runs wait. When the view disappears that ends.
    @MainActor
    public func onReceive<Value: Sendable>(
      _ stream: some StreamProtocol<Value, Never>, perform handler: @escaping @MainActor (Value) -> Void
    ) -> some View {
      let stream = stream.signal
      return task { @MainActor in
        for await value in stream.values { handler(value) }
      }
    }
  }
#endif
