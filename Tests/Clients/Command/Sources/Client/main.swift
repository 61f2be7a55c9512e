import Command

struct Refused: Error {}
let allowed = BehaviorSubject<Bool, Never>(true)
let double = Command(enabledIf: allowed) { (number: Int) -> Signal<Int, Refused> in .just(number * 2) }
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
