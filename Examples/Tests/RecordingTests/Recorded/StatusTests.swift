import Rill
import SignUpModel
import StreamTesting
import Testing

@MainActor @Test func statusAsRecorded() {
  // From a recording of signup:
  // subscribe (SignUpModel.swift:17), SignUpModel.email (SignUpModel.swift:9) → SignUpModel.status (SignUpModel.swift:10)
  let replay = Replay([
    .init("SignUpModel.email", "not-an-address", at: .zero),
    .init("SignUpModel.email", "ada@example", at: .microseconds(300536)),
    .init("SignUpModel.email", "grace@example.org", at: .microseconds(602245)),
    .init("subscribe", "grace@example.org", "began", at: .microseconds(904837)),
    .init("SignUpModel.email", "al@x.org", at: .microseconds(1907386)),
    .init("subscribe", "al@x.org", "began", at: .microseconds(2215136)),
  ])
  let again = recorded {
    let time = TestScheduler()
    time.perform {
      let model = SignUpModel(service: VirtualList(time: time))
      model.$status.subscribe { _ in }
      replay.run(on: time, keepsTimes: true) { input in
        switch (input.name, input.event) {
        case ("subscribe", _): model.subscribe.execute(input.value)
        case ("SignUpModel.email", _): model.email = input.value
        default: break
        }
      }
      time.advance(by: .microseconds(1002182))
    }
  }
  #expect(
    again.values(of: "SignUpModel.status").suffix(4) == [
      "Sending request…",
      "Thanks",
      "Sending request…",
      "Thanks",
    ])
}
