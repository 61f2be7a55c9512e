import Foundation
import Rill
import StreamTesting
import TestSupport
import Testing
import Wire

/// The actions of a closure on the object that calls it.
@MainActor struct Caller {
  /// Changes it from outside, so that it calls its closure.
  let change: (Int) -> Void
  /// Subscribes to it.
  let subscribe: () -> Disposable
  /// Ends the binding or stream that was made with the closure.
  let dispose: () -> Void
  /// Whether both ends agree. It is asked when everything has been delivered and nothing was disposed.
  var isConsistent: () -> Bool = { true }
}

/// A public closure of Bindings, StreamFoundation or Controls that calls `act`.
struct ReentrantClosure: Sendable, CustomTestStringConvertible {
  let name: String
  let make: @MainActor @Sendable (Act) -> Caller

  init(_ name: String, _ make: @escaping @MainActor @Sendable (Act) -> Caller) {
    self.name = name
    self.make = make
  }

  var testDescription: String { name }

  /// Every closure. A new one needs a line here.
  static let all = channels + targets + resuming + foundation + controls

  private static let channels: [ReentrantClosure] = [
    .init("converted(to:)") { act in
      converted { $0.converted(to: { act($0) }, from: { $0 }) }
    },
    .init("converted(from:)") { act in
      converted { $0.converted(to: { $0 }, from: { act($0) }) }
    },
    .init("converted(failed:) of the leading side") { act in
      converted { terminal in
        terminal.converted(
          to: { value throws(TestFailure) in value }, from: { $0 }, failed: { (_: TestFailure?) in _ = act(0) })
      }
    },
    .init("converted(failed:) of the following side") { act in
      converted { terminal in
        terminal.converted(
          to: { $0 }, from: { value throws(TestFailure) in value }, failed: { (_: TestFailure?) in _ = act(0) })
      }
    },
  ]

  /// Two properties that are bound through a terminal with closures.
  @MainActor private static func converted(_ convert: (Terminal<Int>) -> Terminal<Int>) -> Caller {
    let (inside, outside) = (MutableProperty(0), MutableProperty(0))
    let terminal = convert(inside.terminal)
    let binding = outside <~> terminal
    return Caller(
      change: { $0.isMultiple(of: 2) ? (inside.value = $0) : (outside.value = $0) },
      subscribe: { terminal.subscribe { _ in } },
      dispose: { binding.dispose() },
      isConsistent: { inside.value == outside.value })
  }

  private static let targets: [ReentrantClosure] = [
    .init("the setter of bind(_:of:to:)") { act in
      let (target, source) = (Target(act), MutableProperty(0))
      let binding = bind(\.value, of: target, to: source)
      return Caller(
        change: { source.value = $0 }, subscribe: { source.subscribe { _ in } }, dispose: { binding.dispose() },
        isConsistent: { target.value == source.value })
    },
    .init("the setter of a path") { act in
      let target = MutableProperty(Target(act))
      let path = target.path(\.property)
      let subscription = path.subscribe { _ in _ = act(0) }
      return Caller(
        change: { try? path.set($0) }, subscribe: { path.subscribe { _ in } }, dispose: { subscription.dispose() },
        isConsistent: { path.value == target.value.property.value })
    },
  ]

  private static let resuming: [ReentrantClosure] = [
    .init("Property(replicaOf:applying:)") { act in
      let news = Subject<News, Disconnection<TestFailure>>()
      let replica = Property(replicaOf: news) { (state: inout Int, change: Int) in state = act(change) }
      let position = MutableProperty(0)
      news.send(.snapshot(0, at: 0))
      return Caller(
        change: {
          position.value += 1
          news.send(.change($0, at: position.value))
        },
        subscribe: { replica.subscribe { _ in } },
        dispose: { news.complete() },
        isConsistent: { replica.value.position == position.value })
    },
    .init("Outbox(send:)") { act in
      let scheduler = TestScheduler()
      let outbox = MutableProperty<Letters?>(nil)
      outbox.value = Letters(retrying: .constant(.seconds(1)), on: scheduler) { entries in
        Signal<Letters.Acknowledgement, Never>(act(entries).map { .init(key: $0.key, answer: 0) }).promoteFailure()
      }
      return Caller(
        change: {
          outbox.value?.post($0)
          scheduler.advance(by: .seconds(1))
        },
        subscribe: { outbox.value?.entries.subscribe { _ in } ?? Disposable {} },
        dispose: { outbox.value = nil },
        isConsistent: {
          scheduler.advance(by: .seconds(10))
          return outbox.value?.entries.value.isEmpty ?? true
        })
    },
  ]

  private static let foundation: [ReentrantClosure] = [
    .init("signal(named:read:)") { act in
      let (center, name) = (NotificationCenter(), Notification.Name("changed"))
      let signal = center.signal(named: name) { _ in act(0) }
      let subscription = signal.subscribe { _ in }
      return Caller(
        change: { _ in center.post(name: name, object: nil) },
        subscribe: { signal.subscribe { _ in } },
        dispose: { subscription.dispose() })
    }
  ]

  private static let controls: [ReentrantClosure] = [
    .init("CommandControl.bind(input:)") { act in
      let button = Button()
      let command = Command<Int, Int, Never>(policy: .concurrent) { Signal.just($0) }
      button.bind(command) { act(0) }
      return Caller(
        change: { _ in button.clicks.send() }, subscribe: { command.enabled.subscribe { _ in } },
        dispose: { button.unbind() })
    },
    .init("CommandControl.isEnabled") { act in
      let (button, isEnabled) = (Button(act), MutableProperty(true))
      button.bind(Command<Void, Int, Never>(enabledIf: isEnabled) { Signal.just(0) })
      return Caller(
        change: { isEnabled.value = $0.isMultiple(of: 2) }, subscribe: { isEnabled.subscribe { _ in } },
        dispose: { button.unbind() },
        isConsistent: { button.isEnabled == isEnabled.value })
    },
    .init("the setter of EditableControl.channel") { act in
      let (field, number) = (Field(act), MutableProperty(0))
      let binding = field.channel(\.number) <~> number.terminal
      return Caller(
        change: { $0.isMultiple(of: 2) ? (number.value = $0) : field.edit($0) },
        subscribe: { field.signal(for: \.number).subscribe { _ in } },
        dispose: { binding.dispose() },
        isConsistent: { field.number == number.value })
    },
  ]
}

private typealias News = FeedEvent<Int, Int, Int, TestFailure, TestScheduler.Instant>
private typealias Letters = Outbox<Int, Int, TestFailure>

private final class Target: Sendable {
  let property = MutableProperty(0)
  private let act: Act

  var value: Int {
    get { property.value }
    set {
      property.value = newValue
      act.run()
    }
  }

  init(_ act: Act) { self.act = act }
}

@MainActor private final class Button: CommandControl {
  let clicks = Subject<Void, Never>()
  let commandBinding = CommandBinding()
  var isEnabled = true {
    didSet { act?.run() }
  }
  var activations: Signal<Void, Never> { clicks.signal }
  private let act: Act?

  init(_ act: Act? = nil) { self.act = act }
}

@MainActor private final class Field: EditableControl {
  let edited = Subject<Void, Never>()
  private var isTyping = false
  var number = 0 {
    didSet { if !isTyping { act.run() } }
  }
  var edits: Signal<Void, Never> { edited.signal }
  private let act: Act

  init(_ act: Act) { self.act = act }

  /// Sets the number as a user does, and not as the binding.
  func edit(_ number: Int) {
    isTyping = true
    self.number = number
    isTyping = false
    edited.send()
  }
}
