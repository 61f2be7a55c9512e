import Rill
import TestSupport
import Testing

@MainActor private final class Model {
  @Observed var email = ""
  @Observed private(set) var status = "idle"

  lazy var isLong = $email.map { $0.count > 3 }

  init() {}

  func report(_ status: String) { self.status = status }
  func addToReport(_ text: String) { modify(\.status, of: self) { $0 += text } }
}

private final class Plain {
  @Observed var count = 0
}

@MainActor @Suite struct ObservedTests {
  @Test func theProjectionFollows() {
    let model = Model()
    var heard: [String] = []
    model.$email.subscribe { heard.append($0) }
    model.email = "ada"
    channel(\.email, of: model).send("grace")
    #expect(heard == ["", "ada", "grace"])
    #expect(model.email == "grace")
  }

  /// That others cannot is in Tests/Diagnostics/ObservedPrivateSet.swift.
  @Test func theClassSetsAPropertyThatOthersOnlyObserve() {
    let model = Model()
    let heard = Heard<String>()
    model.$status.subscribe { heard.append($0) }
    model.report("busy")
    model.addToReport("!")
    #expect(heard.values == ["idle", "busy", "busy!"])
    #expect(model.$status.value == "busy!")
  }

  @Test func aChangeInOneStep() async {
    final class Counter: Sendable {
      // Set before any other code has a reference to the object.
      nonisolated(unsafe) private var observed = Plain()
      var plain: Plain { observed }
    }
    let counter = Counter()
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 { modify(\.count, of: counter.plain) { $0 += 1 } } }
      }
    }
    #expect(counter.plain.count == 400)
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
  fileprivate func bindStatus(to stream: some StreamProtocol<String, Never>) { bind(\.status, of: self, to: stream) }
}
