import CommandTutorials
import Rill
import StreamTesting
import Synchronization
import Testing

@Suite struct CommandTutorialsTests {
  private let refused = "refused: \(CommandError<Never>.notEnabled)"

  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  @Test func loggingIn() {
    let time = TestScheduler()
    let lines = Lines()
    logInTour(passwords: ["1234", "123456789"], delay: .seconds(1), on: time, say: lines.add)
      .subscribe(next: { _ in }, completed: { lines.add("over") })
    let atStart = lines.all
    #expect(
      atStart == [
        "enabled: false", "executing: false", refused, "enabled: true", "> 1234", "executing: true", "enabled: false",
        "step: started",
      ])
    time.advance(by: .milliseconds(999))
    #expect(lines.all == atStart)
    time.run()
    #expect(
      Array(lines.all.dropFirst(atStart.count)) == [
        "error: wrongPassword", "executing: false", "enabled: true", "> 123456789", "executing: true",
        "enabled: false", "step: started", "step: succeeded", "logged in", "executing: false", "enabled: true", "over",
      ])
  }

  @Test func walkingThrough() {
    let time = TestScheduler()
    let lines = Lines()
    commandWalk(on: time, say: lines.add).subscribe(next: { _ in }, completed: { lines.add("over") })
    time.run()
    #expect(
      lines.all == [
        "-- execution signals: earlier executions are not delivered",
        "-- executing and enabled",
        "executing: true", "enabled: false", "executing: false", "enabled: true",
        "-- one at a time",
        "executing: true", "enabled: false", "execution begins", refused, "execution sends 4",
        "executing: false", "enabled: true", "execution ends",
        "-- an error",
        "executing: true", "enabled: false", "execution begins", "error: negative", "executing: false",
        "enabled: true", "execution ends",
        "-- side by side",
        "executing: true", "execution begins", "execution begins", "execution sends 16", "execution ends",
        "execution sends 25", "executing: false", "execution ends",
        "-- a late subscriber to an execution",
        "executing: true", "execution begins", "error: negative", "executing: false", "execution ends",
        "late: negative",
        "over",
      ])
  }
}
