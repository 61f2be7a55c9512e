// Public names of Apple's SwiftUI, for systems without it: words that a library of streams, properties and commands
// might also use. It re-exports Combine.

@_exported public import Combine

public struct Alert {}
public struct Alignment {}
public struct Anchor<Value> {}
public struct Animation {}
public protocol App {}
@dynamicMemberLookup @propertyWrapper public struct Binding<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { wrappedValue[keyPath: path] }
}
public struct Button<Label> {}
public struct Capsule {}
public struct Circle {}
public struct Color {}
public struct CommandGroup<Content> {}
public struct CommandMenu<Content> {}
public protocol Commands {}
public struct DynamicProperty {}
public enum Edge { case top, bottom }
@propertyWrapper public struct Environment<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
public struct Form<Content> {}
public protocol Gesture {}
public struct Group<Content> {}
public struct Image {}
public struct Label<Title, Icon> {}
public protocol Layout {}
public struct Link<Label> {}
public struct List<SelectionValue, Content> {}
public struct Menu<Label, Content> {}
public struct Namespace {}
@propertyWrapper public struct ObservedObject<ObjectType: ObservableObject> {
  public var wrappedValue: ObjectType
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
}
public struct Path { public init() {} }
public struct Picker<Label, SelectionValue, Content> {}
public protocol PreferenceKey {}
public struct ProgressView<Label> {}
public protocol Scene {}
public struct Section<Parent, Content, Footer> {}
public struct Settings<Content> {}
public protocol Shape {}
public struct Slider<Label> {}
public struct Spacer {}
@propertyWrapper public struct State<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
public struct Tab<Value, Content> {}
public struct Table<Value> {}
public struct Text {}
public struct TextField<Label> {}
public struct Toggle<Label> {}
public struct Transaction {}
public protocol View {}
public struct Window<Content> {}
