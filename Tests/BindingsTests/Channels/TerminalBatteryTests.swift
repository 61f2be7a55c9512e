import Observation
import Rill
import TestSupport
import Testing

/// The value behind a terminal, as a test drives it.
@MainActor
struct Behind {
  /// Makes a separate terminal for every use, as an expression that makes one would.
  let makeTerminal: () -> Terminal<Int>
  let read: () -> Int
  let write: (Int) -> Void

  /// Releases the owner of the value.
  let release: () -> Void
  let isReleased: () -> Bool

  var terminal: Terminal<Int> { makeTerminal() }
}

/// A kind of terminal that has a current value.
struct TerminalKind: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let make: @MainActor @Sendable (Int) -> Behind

  init(_ name: String, _ make: @escaping @MainActor @Sendable (Int) -> Behind) {
    testDescription = name
    self.make = make
  }
}

@MainActor private final class Model: Observable {
  @Observed var number: Int
  init(_ number: Int) { self.number = number }
}

@MainActor
private func onProperty(_ value: Int, _ terminal: @escaping (MutableProperty<Int>) -> Terminal<Int>) -> Behind {
  var property: MutableProperty<Int>? = MutableProperty(value)
  weak let released = property
  return Behind(
    makeTerminal: { terminal(released!) }, read: { released!.value }, write: { released!.value = $0 },
    release: { property = nil }, isReleased: { released == nil })
}

@MainActor
private func onModel(_ value: Int, _ terminal: @escaping (Model) -> Terminal<Int>) -> Behind {
  var model: Model? = Model(value)
  weak let released = model
  return Behind(
    makeTerminal: { terminal(released!) }, read: { released!.number }, write: { released!.number = $0 },
    release: { model = nil }, isReleased: { released == nil })
}

@MainActor
private func onPath(_ value: Int) -> Behind {
  let sensor = Sensor(value)
  var start: MutableProperty<Sensor?>? = MutableProperty(sensor)
  weak let released = start
  return Behind(
    makeTerminal: { released!.path(\.reading).or(0).terminal }, read: { sensor.reading.value },
    write: { sensor.reading.value = $0 }, release: { start = nil }, isReleased: { released == nil })
}

private let kinds = [
  TerminalKind("property") { onProperty($0) { $0.terminal } },
  TerminalKind("key path") { onModel($0) { channel(\.number, of: $0) } },
  TerminalKind("path", onPath),
  TerminalKind("converted twice") {
    onProperty($0) {
      $0.terminal.converted(to: { "\($0)" }, from: { Int($0)! }).converted(to: { Int($0)! }, from: { "\($0)" })
    }
  },
  TerminalKind("converted with failures") {
    onProperty($0) {
      $0.terminal.converted(
        to: { $0 }, from: { value throws(NotANumber) in value },
        failed: { if let failure = $0 { Issue.record("\(failure) cannot be") } })
    }
  },
  TerminalKind("through a channel") {
    onProperty($0) { property in
      let channel = Channel<Int>()
      channel.leading <~> property.terminal
      return channel.following
    }
  },
]

/// The original's examples for channels onto properties, for every kind of terminal with a current value.
@MainActor @Suite struct TerminalBatteryTests {
  @Test(arguments: kinds) func readsTheCurrentValuePerSubscription(_ kind: TerminalKind) {
    let end = kind.make(1)
    let heard = Heard<Int>()
    end.terminal.subscribe { heard.append($0) }
    end.write(2)
    end.terminal.subscribe { heard.append($0 * 10) }
    #expect(heard.values == [1, 2, 20])
  }

  @Test(arguments: kinds) func changesFromOutsideComeThrough(_ kind: TerminalKind) {
    let end = kind.make(1)
    let heard = Heard<Int>()
    end.terminal.subscribe { heard.append($0) }
    end.write(2)
    end.write(2)
    end.write(1)
    #expect(heard.values == [1, 2, 2, 1])
  }

  @Test(arguments: kinds) func aSentValueIsSetOnce(_ kind: TerminalKind) {
    let end = kind.make(1)
    end.terminal.send(5)
    #expect(end.read() == 5)
    end.write(6)
    end.terminal.send(5)
    #expect(end.read() == 5)
  }

  @Test(arguments: kinds, kinds) func theLeftEndTakesTheRightValueAlsoIfItHasIt(
    _ left: TerminalKind, _ right: TerminalKind
  ) {
    for value in [1, 7] {
      let (a, b) = (left.make(value), right.make(7))
      a.terminal <~> b.terminal
      #expect(a.read() == 7)
      #expect(b.read() == 7)
    }
  }

  @Test(arguments: kinds, kinds) func eitherEndFollowsAlsoBackToAnEarlierValue(
    _ left: TerminalKind, _ right: TerminalKind
  ) {
    let (a, b) = (left.make(0), right.make(1))
    a.terminal <~> b.terminal
    for value in [2, 1, 2, 2] {
      a.write(value)
      #expect(b.read() == value)
      b.write(value + 10)
      #expect(a.read() == value + 10)
    }
  }

  @Test(arguments: kinds) func chainsAndRingsConvergeFromAnyEnd(_ kind: TerminalKind) {
    for isRing in [false, true] {
      let ends = (0..<4).map { kind.make($0) }
      for (left, right) in zip(ends, ends.dropFirst()) { left.terminal <~> right.terminal }
      if isRing { ends[3].terminal <~> ends[0].terminal }
      for (index, end) in ends.enumerated() {
        end.write(10 + index)
        #expect(ends.map { $0.read() } == Array(repeating: 10 + index, count: 4))
      }
    }
  }

  @Test(arguments: kinds) func disposingStopsBothWays(_ kind: TerminalKind) {
    let (a, b) = (kind.make(0), kind.make(1))
    (a.terminal <~> b.terminal).dispose()
    a.write(5)
    #expect(b.read() == 1)
    b.write(6)
    #expect(a.read() == 5)
  }

  @Test(arguments: kinds, [["left"], ["right"], ["left", "right"], ["right", "left"]])
  func aBindingEndsWithTheFirstEndToGoAndKeepsNeither(_ kind: TerminalKind, _ order: [String]) {
    let (left, right) = (kind.make(0), kind.make(1))
    let binding = left.terminal <~> right.terminal
    #expect(!binding.isDisposed)
    for name in order {
      let end = name == "left" ? left : right
      end.release()
      #expect(end.isReleased())
      #expect(binding.isDisposed)
    }
    if order == ["left"] { right.write(3) }
    if order == ["right"] { left.write(3) }
  }

  @Test(arguments: kinds) func theStreamOfATerminalCompletesWithTheOwnerOfTheValue(_ kind: TerminalKind) {
    let end = kind.make(1)
    let terminal = end.terminal
    let heard = Heard<String>()
    terminal.subscribe(next: { heard.append("\($0)") }, completed: { heard.append("|") })
    end.release()
    #expect(heard.values == ["1", "|"])
    terminal.send(3)
    #expect(heard.values == ["1", "|"])
  }

  @Test(arguments: kinds) func oneEndOnTheMainActorAndTheOtherOffItAgreeInTheEnd(_ kind: TerminalKind) async {
    let end = kind.make(0)
    let other = MutableProperty(0)
    end.terminal <~> other.terminal
    let writing = Task.detached { for value in 1...500 { other.value = value } }
    for value in 1...500 {
      end.write(-value)
      if value.isMultiple(of: 100) { await Task.yield() }
    }
    await writing.value
    // The thread that passed changes on for others may have handed the last to another.
    while end.read() != other.value || abs(other.value) != 500 { await Task.yield() }
  }
}
