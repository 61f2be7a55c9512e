import Rill

let typed = Subject<String, Never>()

struct Offline: Error {}

@Sendable func show(_ text: String) {}
@Sendable func find(_ text: String) -> Signal<[String], Offline> { .just([text]) }
