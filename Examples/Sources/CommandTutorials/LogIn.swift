public import Rill

/// How far logging in has come.
public enum LogInStep: Sendable { case started, succeeded }

public enum LogInError: Error { case wrongPassword }

/// Logging in, as a command that takes several steps and some time.
public func makeLogIn(
  enabledIf canLogIn: some StreamProtocol<Bool, Never>, delay: Duration, on scheduler: some Scheduler
) -> Command<String, LogInStep, LogInError> {
  Command(enabledIf: canLogIn, on: .immediate) { password in
    Signal { observer in
      observer.send(.started)
      return scheduler.schedule(after: delay) {
        guard password == "123456789" else { return observer.fail(.wrongPassword) }
        observer.send(.succeeded)
        observer.complete()
      }
    }
  }
}

/// Logs in with each password in turn, and prints the events.
///
/// The result completes when the last attempt is over.
public func logInTour(
  passwords: [String], delay: Duration, on scheduler: some Scheduler, say: @escaping @Sendable (String) -> Void
) -> Signal<Void, Never> {
  let canLogIn = BehaviorSubject<Bool, Never>(false)
  let logIn = makeLogIn(enabledIf: canLogIn, delay: delay, on: scheduler)
  logIn.enabled.subscribe { say("enabled: \($0)") }
  logIn.executing.subscribe { say("executing: \($0)") }
  logIn.executionSignals.switchToLatest().subscribe { say("step: \($0)") }
  logIn.completions.subscribe { say("logged in") }
  logIn.errors.subscribe { say("error: \($0)") }

  logIn.execute("too early").subscribe(next: { _ in }, failed: { say("refused: \($0)") })
  canLogIn.value = true
  return Signal(passwords)
    .concatMap { password in
      Signal.deferred {
        say("> \(password)")
        // Nothing else retains the command, so it would be released before it can notify of the end of its last
        // execution.
        return logIn.execute(password).over.finally { withExtendedLifetime(logIn) {} }
      }
    }
}
