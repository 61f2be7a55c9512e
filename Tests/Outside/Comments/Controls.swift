import Observation
import Rill

/// The members of a toolkit.
@MainActor class World {}

@MainActor final class Model: Observable {
  @Observed var email = ""
  let subscribe = Command<String, Void, Never> { _ in .just(()) }
}

@MainActor let model = Model()
