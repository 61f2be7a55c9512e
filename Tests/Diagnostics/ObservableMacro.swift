// The macro makes the storage that the property wrapper makes, too. `Observable` without the macro is what a class of
// `@Observed` properties conforms to.
import Observation
import Rill

@Observable final class MacroModel {
  @Observed var count = 1  // error: invalid redeclaration of synthesized property '_count'
}

@MainActor final class PlainModel: Observable {
  @Observed var count = 1
}
