import Lists

let tasks = ListProperty(["wash", "cook"])
let long = tasks.filter { $0.count > 4 }
tasks.append("clean")
precondition(Array(long.value) == ["clean"])
print("Lists: \(long.value)")
