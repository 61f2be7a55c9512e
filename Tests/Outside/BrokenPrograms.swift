import Rill

let typed = Subject<String, Never>()

struct Offline: Error {}

@Sendable func find(_ text: String) -> Signal<String, Offline> { .just(text) }
