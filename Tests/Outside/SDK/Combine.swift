// The public names of Apple's Combine, for systems without it: only the names and kinds matter.

public protocol Cancellable { func cancel() }
public protocol CustomCombineIdentifierConvertible {}
public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
}
public protocol ConnectablePublisher<Output, Failure>: Publisher {}
public protocol ObservableObject: AnyObject {}
public protocol Scheduler<SchedulerTimeType> { associatedtype SchedulerTimeType }
public protocol SchedulerTimeIntervalConvertible {}
public protocol Subject<Output, Failure>: AnyObject, Publisher {}
public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
}
public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {}
public protocol TopLevelDecoder<Input> { associatedtype Input }
public protocol TopLevelEncoder<Output> { associatedtype Output }

public final class AnyCancellable: Cancellable {
  public init() {}
  public func cancel() {}
}
public struct AnyPublisher<Output, Failure: Error>: Publisher {}
public struct AnySubscriber<Input, Failure: Error>: Subscriber {}
public struct CombineIdentifier {}
public final class CurrentValueSubject<Output, Failure: Error>: Subject {}
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure
}
public struct Empty<Output, Failure: Error>: Publisher {}
public struct Fail<Output, Failure: Error>: Publisher {}
public final class Future<Output, Failure: Error>: Publisher {}
public struct ImmediateScheduler: Scheduler {
  public typealias SchedulerTimeType = Int
  public init() {}
}
public struct Just<Output>: Publisher { public typealias Failure = Never }
public final class ObservableObjectPublisher: Publisher {
  public typealias Output = Void
  public typealias Failure = Never
}
public final class PassthroughSubject<Output, Failure: Error>: Subject {}
@propertyWrapper public struct Published<Value> {
  public var wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
public enum Publishers {}
public struct Record<Output, Failure: Error>: Publisher {}
public enum Subscribers {}
public enum Subscriptions {}
