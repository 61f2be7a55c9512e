import Subjects

let temperature = BehaviorSubject<Double, Never>(21.5)
let taps = Subject<Void, Never>()
var heard: [Double] = []
let subscription: Disposable = temperature.subscribe { heard.append($0) }
temperature.value += 0.5
subscription.dispose()
taps.zip(Signal([1, 2])).subscribe(next: { _, number in print("tap", number) }, completed: { print("no more taps") })
taps.send()
taps.complete()
precondition(heard == [21.5, 22])
print("Subjects: \(heard)")
