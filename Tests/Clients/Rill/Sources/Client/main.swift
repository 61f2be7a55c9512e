import Foundation
import Rill

@MainActor final class Model {
  @Observed var count = 0
  @Observed var isBusy = false
  lazy var increment = Command { [property = $count] (step: Int) -> Signal<Int, Never> in
    .just(property.value + step)
  }
  init() {
    bind(\.isBusy, of: self, to: increment.executing)
    bind(\.count, of: self, to: increment.values)
  }
}
let model = Model()
model.increment.execute(2)
model.increment.execute(3)
precondition(model.count == 5 && !model.isBusy)
print("Rill: \(model.count)")

#if os(Linux)
  // `URLSession` loads 27 libraries there: a program that makes no requests does not pay for them.
  func isLoaded(_ library: String) -> Bool { dlopen(library, RTLD_NOW | RTLD_NOLOAD) != nil }
  precondition(isLoaded("libFoundation.so") && !isLoaded("libFoundationNetworking.so"))
#endif
