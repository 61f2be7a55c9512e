#if canImport(SwiftUI)
  public import Bindings
  public import Observation
  public import StreamCore
  public import SwiftUI

  extension Observable where Self: AnyObject & Sendable {
    /// Returns a SwiftUI binding to a property of this object. Every view that reads the property is updated.
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
    /// Creates a SwiftUI binding to a property. Every view that reads the property is updated.
    @MainActor
    public init(_ property: MutableProperty<Value>) {
      property.showToObservation()
      self.init { @MainActor in
        property.value
      } set: { @MainActor in
        property.value = $0
      }
    }

    /// Creates a SwiftUI binding to a terminal; `initially` is the value until the terminal has one.
    ///
    /// Values set by the view are sent to the terminal, for as long as the view retains the binding. Each binding has a
    /// separate value: make it once, in the initializer of a model or of a `@State`. Made in `body`, it begins with
    /// `initially` again at every evaluation.
    @MainActor
    public init(_ terminal: Terminal<Value>, initially value: Value) {
      let property = MutableProperty(value)
      property <~> terminal
      self.init(property)
    }
  }

  extension View {
    /// Runs a handler for each value that a stream sends while the view is shown.
    ///
    ///     stream      a---b---c---d
    ///     the view    ---appears----disappears
    ///     the handler ----b---c
    ///
    /// Subscribes when the view appears, in a task on the main actor, so a property begins with its value. Values that
    /// arrive while the handler runs are queued. The task is cancelled when the view disappears.
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
