import Operators

let width = BehaviorSubject<Int, Never>(2)
var heard: [Int] = []
merge(width, Signal([7])).map { $0 * 3 }.filter { $0 > 3 }.subscribe { heard.append($0) }
width.value = 1
width.value = 4
precondition(heard == [6, 21, 12])
print("Operators: \(heard)")
