import Interleaving
import ModelSupport
import Rill
import Testing

/// An actor on which an effect runs. The list is a plain variable, so runs that overlap are a race.
private actor Screen {
  private let executor = ExploredExecutor()
  nonisolated let told = Told<Int>()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated func show(_ property: MutableProperty<Int>) -> Disposable {
    assumeIsolated { screen in effect { screen.told.append(property.value) } }
  }
}

/// Effects that run on an actor.
extension EngineModels {
  @Test func anEffectOnAnActorRunsForTheLastChange() throws {
    try model("an effect on an actor, set", threads: 3) { program in
      let (screen, source) = (Screen(), MutableProperty(0))
      let handles = Told<Disposable>()
      program.thread { handles.append(screen.show(source)) }
      program.thread { source.value = 1 }
      program.atEnd {
        expect([[1], [0, 1]].contains(screen.told.values), "told \(screen.told.values)")
        for handle in handles.values { handle.dispose() }
      }
    }
  }
}
