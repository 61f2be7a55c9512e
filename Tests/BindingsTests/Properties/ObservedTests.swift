import Rill
import Testing

@MainActor private final class Model {
  @Observed var email = ""
  @Observed private(set) var status = "idle"

  lazy var isLong = $email.map { $0.count > 3 }

  init() {}

  func report(_ status: String) { self.status = status }
}

private final class Plain {
  @Observed var count = 0
}

@MainActor @Suite struct ObservedTests {
  @Test func theProjectionIsTheProperty() {
    let model = Model()
    var heard: [String] = []
    model.$email.subscribe { heard.append($0) }
    model.email = "ada"
    model.$email.value = "grace"
    #expect(heard == ["", "ada", "grace"])
    #expect(model.email == "grace")
  }

  @Test func derivedStreamsFollow() {
    let model = Model()
    var heard: [Bool] = []
    model.isLong.subscribe { heard.append($0) }
    model.email = "grace"
    #expect(heard == [false, true])
  }

  @Test func oneWayBindingSetsOnTheActorInTheSameTurn() {
    let model = Model()
    let subject = Subject<String, Never>()
    model.bindStatus(to: subject)
    subject.send("busy")
    #expect(model.status == "busy")
  }

  @Test func aClassWithoutActorMayHaveThemToo() {
    let plain = Plain()
    let heard = Heard<Int>()
    plain.$count.subscribe { heard.append($0) }
    plain.count += 1
    #expect(heard.values == [0, 1])
  }
}

extension Model {
  fileprivate func bindStatus(to stream: some StreamProtocol<String, Never>) { bind(\.status, on: self, to: stream) }
}
