import Command
import enum Command.ExecutionPolicy

// The class of the same name hides the module: the import above selects the policy, as does a module selector.
let policy: ExecutionPolicy = .queue
#if compiler(>=6.3)
  let selected: Command::ExecutionPolicy = policy
  precondition(selected == .queue)
#endif

struct Refused: Error {}
let allowed = BehaviorSubject<Bool, Never>(true)
let double = Command(enabledIf: allowed, policy: policy) { (number: Int) -> Signal<Int, Refused> in .just(number * 2) }
var heard: [Int] = []
double.values.subscribe { heard.append($0) }
double.execute(21)
allowed.value = false
var refusals = 0
double.execute(1).subscribe(
  next: { _ in },
  failed: { error in
    if case .notEnabled = error { refusals += 1 }
  })
precondition(heard == [42] && refusals == 1 && !double.isEnabled)
print("Command: \(heard)")
