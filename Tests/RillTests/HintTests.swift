import Rill
import StreamPrimitives
import StreamTesting
import Testing

#if DEBUG
  /// The hints of a debug build about code that is most likely a mistake.
  struct HintTests {
    private func hints(_ text: String) -> Set<String> { Hints.said.filter { $0.contains(text) } }

    @Test func aThousandSubscriptionsOfOnePlace() {
      let numbers = Subject<Int, Never>()
      let place = "RillTests/HintTests.swift:\(#line + 1)"
      let few = (0..<999).map { _ in numbers.subscribe { _ in } }
      #expect(hints(place).isEmpty)
      for subscription in few { subscription.dispose() }

      let other = "RillTests/HintTests.swift:\(#line + 1)"
      for _ in 0..<2_000 { numbers.subscribe { _ in } }
      #expect(hints("\(other): a thousand subscriptions").count == 1)
    }

    @Test func subscriptionsThatAreDisposedDoNotCountWhileTheirHandlesAreHeld() {
      let numbers = Subject<Int, Never>()
      let place = "RillTests/HintTests.swift:\(#line + 1)"
      let handles = (0..<1_500).map { _ in
        let handle = numbers.subscribe { _ in }
        handle.dispose()
        return handle
      }
      #expect(hints(place).isEmpty)

      let completing = "RillTests/HintTests.swift:\(#line + 1)"
      let ended = (0..<1_500).map { Signal.just($0).subscribe { _ in } }
      #expect(hints(completing).isEmpty)
      withExtendedLifetime((handles, ended)) {}
    }

    @Test func aThousandCommandsAreNotBlamedOnALineOfTheLibrary() {
      let isEnabled = MutableProperty(true)
      let commands = (0..<1_100).map { _ in
        Command<Int, Int, Never>(enabledIf: isEnabled, on: .immediate) { .just($0) }
      }
      #expect(hints("Command/").isEmpty)
      withExtendedLifetime(commands) {}
    }

    @Test func tenThousandThatWait() {
      struct Reading: Sendable {}
      let readings = Subject<Reading, Never>()
      let hasSent = Atomic(false)
      readings.subscribe { [weak readings] _ in
        guard let readings, !hasSent.exchange(true, ordering: .relaxed) else { return }
        for _ in 0..<10_000 { readings.send(Reading()) }
      }
      readings.send(Reading())
      #expect(hints("Ten thousand events (").count >= 1)
    }

    @Test func aBindingOfTwoEndsWithoutAValue() {
      struct Address: Sendable {}
      let (one, other) = (Channel<Address>(), Channel<Address>())
      let binding = one.following <~> other.following
      defer { binding.dispose() }
      #expect(hints("A binding (<~>) of Address").count == 1)
    }

    @Test func aBindingOfAPropertyPrintsNoHint() {
      struct Name: Sendable {}
      let (property, channel) = (MutableProperty(Name()), Channel<Name>())
      let binding = property <~> channel.following
      defer { binding.dispose() }
      #expect(hints("A binding (<~>) of Name").isEmpty)
    }

    @Test func aCommandThatIsExecutedWhileItIsDisabled() {
      let place = "RillTests/HintTests.swift:\(#line + 1)"
      let command = Command<Int, Int, Never>(enabledIf: Signal.just(false), on: .immediate) { .just($0) }
      let watched = command.execute(1)
      watched.signal.subscribe(next: { _ in }, failed: { _ in })
      #expect(hints(place).isEmpty)
      command.execute(2)
      #expect(hints("\(place): this command was executed while it was disabled").count == 1)
    }

    @Test func tenThousandRoundsInOneTurn() {
      let place = "RillTests/HintTests.swift:\(#line + 1)"
      let count = MutableProperty(0)
      count.signal.subscribe { [weak count] in if $0 < 20_000 { count?.value = $0 + 1 } }
      #expect(count.value == 20_000)
      #expect(hints("\(place): Handlers have set their own inputs ten thousand times").count == 1)
    }
  }
#endif
