// The macro makes the same storage as the property wrapper, so a class cannot have both. A class of `@Observed`
// properties conforms to `Observable` without the macro.
import Observation
import Rill

@Observable final class MacroModel {
  @Observed var count = 1  // error: invalid redeclaration of synthesized property '_count'
}

@MainActor final class PlainModel: Observable {
  @Observed var count = 1
}
