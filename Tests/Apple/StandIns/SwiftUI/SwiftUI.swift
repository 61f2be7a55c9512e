// Each declaration has the name, type and meaning given on Apple's page for it ("SwiftUI › View", …). Unless noted:
// macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, visionOS 1.0. Screen.swift draws the views.

/// SwiftUI › View.
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("A primitive view has no body.") }
}

/// SwiftUI › ViewBuilder.
@MainActor @resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<(repeat each Content)>
  {
    TupleView((repeat each content))
  }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

/// SwiftUI › EmptyView.
public struct EmptyView: Primitive {
  public init() {}
}

/// SwiftUI › TupleView.
public struct TupleView<Content>: Primitive {
  public let value: Content
  public init(_ value: Content) { self.value = value }
}

extension Optional: View, Primitive where Wrapped: View {}

/// SwiftUI › Text.
public struct Text: Primitive {
  let text: String
  public init(_ text: String) { self.text = text }
}

/// SwiftUI › HStack.
public struct HStack<Content: View>: Primitive {
  let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

/// SwiftUI › ProgressView: macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0.
public struct ProgressView: Primitive {
  let value: Double?
  public init<Value: BinaryFloatingPoint>(value: Value?, total: Value = 1) {
    self.value = value.map { Double($0 / total) }
  }
}

/// SwiftUI › Button.
public struct Button<Label: View>: Primitive {
  let action: @MainActor () -> Void
  let label: Label
  @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }
}

/// SwiftUI › TextField.
public struct TextField: Primitive {
  let text: Binding<String>
  public init(_ title: String, text: Binding<String>) { self.text = text }
}

/// SwiftUI › State. Here it lasts as long as the view itself: no view is replaced by another of its kind.
@propertyWrapper
public struct State<Value> {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let storage: Storage

  public init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }
}

/// SwiftUI › Binding.
@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  private let read: @MainActor () -> Value
  private let write: @MainActor (Value) -> Void

  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    // Called where views are drawn, on the main actor.
    read = unsafeBitCast(get, to: (@MainActor () -> Value).self)
    write = unsafeBitCast(set, to: (@MainActor (Value) -> Void).self)
  }

  @MainActor public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  @MainActor public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { wrappedValue[keyPath: path] }
    nonmutating set { wrappedValue[keyPath: path] = newValue }
  }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

extension View {
  /// SwiftUI › View › disabled(_:).
  public func disabled(_ disabled: Bool) -> some View { Disabled(content: self, isDisabled: disabled) }

  /// SwiftUI › View › task(priority:_:): macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0.
  public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    Tasked(content: self, action: action)
  }
}
