import Rill
import SignUpModel
import StreamTesting
import Testing

/// A person who types, subscribes, and changes their mind.
private struct Person {
  enum Step {
    case type(String)
    case subscribe
    case cancel
    case wait(ticks: Int)
  }

  let steps: [Step]

  init(seed: UInt64) {
    var dice = Dice(state: seed)
    let addresses = ["ada@example.org", "grace@example.org", "al", "al@x.org", "ada@example.org"]
    steps = (0..<Int.random(in: 4...14, using: &dice)).map { _ in
      switch Int.random(in: 0..<8, using: &dice) {
      case 0...2: .type(addresses.randomElement(using: &dice)!)
      case 3...4: .subscribe
      case 5: .cancel
      default: .wait(ticks: Int.random(in: 1...4, using: &dice))
      }
    }
  }
}

/// The generator of SplitMix64.
private struct Dice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension RecordingTests {
  @MainActor @Suite struct ReplayTests {
    /// Records the sign-up model while a person uses it.
    private func original(_ person: Person) -> Recording {
      recorded {
        let time = TestScheduler()
        time.perform {
          let model = SignUpModel(service: VirtualList(time: time))
          model.$status.subscribe { _ in }
          for step in person.steps {
            switch step {
            case .type(let text): model.email = text
            case .subscribe: model.subscribe.execute(model.email)
            case .cancel: model.subscribe.cancelAll()
            case .wait(let ticks): time.advance(by: time.ticks(ticks))
            }
          }
          time.advance(by: time.ticks(10))
        }
      }
    }

    private func again(_ replay: Replay) -> Recording {
      recorded {
        let time = TestScheduler()
        time.perform {
          let model = SignUpModel(service: VirtualList(time: time))
          model.$status.subscribe { _ in }
          replay.run(on: time) { input in
            switch (input.name, input.event) {
            case ("SignUpModel.email", _): model.email = input.value
            case ("subscribe", "cancelled"): model.subscribe.cancelAll()
            case ("subscribe", _): model.subscribe.execute(model.email)
            // The model itself sets its other properties, in tasks whose cause is not known.
            default: break
            }
          }
          time.advance(by: time.ticks(10))
        }
      }
    }

    @Test func aThousandRecordingsAreTheSameWhenTheyArePlayedBack() {
      var same = 0
      for seed in 0..<1_000 as Range<UInt64> {
        let first = original(Person(seed: seed))
        let second = again(Replay(first))
        if first.steps == second.steps {
          same += 1
        } else {
          let difference = zip(first.steps, second.steps).first { $0 != $1 }
          Issue.record("The recordings of seed \(seed) differ: \(difference.map { "\($0)" } ?? "in length")")
        }
      }
      #expect(same == 1_000)
    }

    @Test func anotherInputIsAnotherRecording() {
      let first = original(Person(seed: 7))
      let replay = Replay(first)
      let changed = replay.inputs.map { input in
        Replay.Input(
          input.name, input.name == "SignUpModel.email" ? "grace@x.org" : input.value, input.event, at: input.time)
      }
      #expect(again(Replay(changed)).steps != first.steps)
    }

    @Test func atMostOneBoxInFiveIsCalledByItsType() {
      let recording = original(Person(seed: 7))
      // A box of the graph has the nodes of one kind, name and place.
      let boxes = Set(recording.nodes.map { "\($0.kind) \($0.name) \($0.place ?? "")" })
      let types = [
        "property MutableProperty ", "derived Property ", "command Command ", "subject Subject ", "stage Signal ",
        "subscription subscribe ", "effect effect ",
      ]
      let unnamed = boxes.filter { box in types.contains { box.hasPrefix($0) } }
      #expect(boxes.count >= 10)
      #expect(5 * unnamed.count <= boxes.count)
      #expect(boxes.contains { $0.hasPrefix("property SignUpModel.email ") })
      #expect(boxes.contains { $0.hasPrefix("command subscribe ") })
      #expect(boxes.contains { $0.hasPrefix("subscription bind SignUpModel.status ") })
    }
  }
}
