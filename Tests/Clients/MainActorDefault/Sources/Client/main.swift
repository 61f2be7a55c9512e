import App
import Rill
import StreamTesting

nonisolated struct SlowList: MailingList {
  let time: TestScheduler

  func subscribe(_ email: String) async throws(ServiceError) {
    try? await time.sleep(for: .seconds(1))
    if email.hasPrefix("nobody") { throw .refused }
  }
}

let time = TestScheduler()
let model = SignUpModel(service: SlowList(time: time))
precondition(!model.subscribe.isEnabled)
model.email = "ada@example.org"

var errors: [ServiceError] = []
model.subscribe.errors.subscribe { errors.append($0) }

time.perform { model.subscribe.execute(model.email) }
time.advance(by: .milliseconds(999))
precondition(model.attempts == 1 && model.names.isEmpty && model.subscribe.isExecuting)
time.advance(by: .milliseconds(1))
precondition(model.names == ["ada@example.org"] && !model.subscribe.isExecuting)

time.perform { model.subscribe.execute("nobody@example.org") }
time.advance(by: .seconds(1))
precondition(errors == [.refused] && model.attempts == 2)

model.add.execute(3)
precondition(model.total == 3)
model.makeReset().execute()
precondition(model.total == 0)
print("MainActorDefault: \(model.names.count)")
