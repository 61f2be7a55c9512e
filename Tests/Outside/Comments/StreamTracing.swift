import Rill

@MainActor class World {}

struct Offline: Error {}
let request = Signal<String, Offline>.fail(Offline())
