public import StreamCore
public import Synchronization

/// The part of a subject that observers know: who they are, and the gate through which everything reaches them.
///
/// The list of observers is touched only by who has entered the gate, and only between events: whoever comes or goes
/// during an event passes through the gate as events do. So one that is added during an event first hears the next, and
/// a delivery walks the list without a lock, a copy, or a reference count.
///
/// An observer that goes leaves its slot in the list, empty; the empty ones are swept when they are the majority. So coming and going
/// takes constant time however many there are, and the others keep their order.
@usableFromInline
final class Hub<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  enum Item: Sendable {
    case event(Event<Value, Failure>)
    case insert(Slot<Value, Failure>)
    case remove(Slot<Value, Failure>)
    case adopt(Subscription)
    case disown(Subscription)
  }

  @usableFromInline let gate = Gate<Item>()

  /// In the order of subscription. Guard: touched only by who has entered the gate, and changed only between events.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var slots: ContiguousArray<Slot<Value, Failure>> = []

  /// About how many of the slots are empty. Guard: touched only by who has entered the gate.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var emptySlots = 0

  /// What feeds the subject, and ends with it. Guard: touched only by who has entered the gate.
  nonisolated(unsafe) private var upstreams: [ObjectIdentifier: Subscription] = [:]

  /// How it ended. Guard: written once, by who has entered the gate, before `hasEnded` is set.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var completion: Completion<Failure>?
  @usableFromInline let hasEnded = Atomic(false)

  @inlinable
  init() {}

  // MARK: Sending

  @inlinable
  func send(_ value: Value) {
    if gate.enter() {
      deliver(value)
      gate.leave(handle)
    } else {
      gate.admit(.event(.next(value)), handle)
    }
  }

  @usableFromInline
  func end(_ completion: Completion<Failure>) {
    gate.admit(.event(Event(completion)), handle)
  }

  /// Walks the list. Whoever comes or goes meanwhile waits at the gate, so the list keeps every slot alive.
  @inlinable
  func deliver(_ value: Value) {
    slots.withUnsafeBufferPointer { slots in
      for index in slots.indices {
        Unmanaged.passUnretained(slots[index])._withUnsafeGuaranteedRef { $0.receive(value) }
      }
    }
  }

  @usableFromInline
  func handle(_ item: Item) {
    switch item {
    case .event(.next(let value)): deliver(value)
    case .event(.completed): finish(.completed)
    case .event(.failed(let failure)): finish(.failed(failure))
    case .insert(let slot): insert(slot)
    case .remove(let slot): drop(slot)
    case .adopt(let upstream):
      if completion == nil { upstreams[ObjectIdentifier(upstream)] = upstream } else { upstream.dispose() }
    case .disown(let upstream): upstreams[ObjectIdentifier(upstream)] = nil
    }
  }

  private func finish(_ completion: Completion<Failure>) {
    guard self.completion == nil else { return }
    self.completion = completion
    hasEnded.store(true, ordering: .releasing)
    let slots = self.slots
    let upstreams = self.upstreams
    self.slots = []
    self.upstreams = [:]
    for upstream in upstreams.values { upstream.dispose() }
    for slot in slots { slot.receive(completion) }
  }

  // MARK: Coming and going

  /// Attaches an observer that is owed nothing but what comes from now on, or the end if that has come.
  @inlinable
  func attach(_ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    if hasEnded.load(ordering: .acquiring) { return attachLate(sink, subscription) }
    let slot = Slot(self, subscription, sink, isCatchingUp: false)
    subscription.add(slot)
    if gate.enter() {
      insert(slot)
      gate.leave(handle)
    } else {
      gate.admit(.insert(slot), handle)
    }
  }

  @usableFromInline
  func attachLate(_ sink: Sink<Value, Failure>, _ subscription: Subscription) {
    if let completion, subscription.isActive { sink.end(completion) }
  }

  @inlinable
  func insert(_ slot: Slot<Value, Failure>) {
    if let completion { return slot.receive(completion) }
    if slot.isEmpty {
      // It was removed before it was inserted, and counted as one of the empty ones.
      emptySlots = max(0, emptySlots - 1)
    } else {
      slots.append(slot)
    }
  }

  @inlinable
  func remove(_ slot: Slot<Value, Failure>) {
    if gate.enter() {
      drop(slot)
      gate.leave(handle)
    } else {
      gate.admit(.remove(slot), handle)
    }
  }

  @inlinable
  func drop(_ slot: Slot<Value, Failure>) {
    guard !slot.isEmpty else { return }
    slot.letGo()
    if slots.last === slot {
      slots.removeLast()
    } else {
      emptySlots += 1
      if emptySlots > slots.count / 2 + 8 { sweep() }
    }
  }

  /// Takes the empty slots out. A crowd that has gone takes its room with it.
  @usableFromInline
  func sweep() {
    slots.removeAll { $0.isEmpty }
    emptySlots = 0
    if slots.capacity > 4 * slots.count + 64 { slots = slots.filter { _ in true } }
  }

  // MARK: Being fed

  func adopt(_ upstream: Subscription) { gate.admit(.adopt(upstream), handle) }

  func disown(_ upstream: Subscription) { gate.admit(.disown(upstream), handle) }
}
