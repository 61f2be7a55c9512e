import Foundation
import StreamFoundation

let finished = Notification.Name("finished")
let count = MutableProperty(0)
NotificationCenter.default.signal(named: finished).subscribe { count.modify { $0 += 1 } }
NotificationCenter.default.post(name: finished, object: nil)
precondition(count.value == 1)
print("StreamFoundation: \(count.value)")
