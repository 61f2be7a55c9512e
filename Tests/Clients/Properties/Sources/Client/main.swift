import Properties

let width = MutableProperty(2)
let height = MutableProperty(3)
let area = Property { width.value * height.value }
height.value = 5
precondition(area.value == 10)
print("Properties: \(area.value)")
