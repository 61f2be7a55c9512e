import Rill

enum LoadError: Error { case offline, timedOut, invalid }
enum ShopError: Error { case load(LoadError), empty }

struct Offline: Error {}

@Sendable func load(_ name: String) -> Signal<String, LoadError> { .just(name) }
let name = MutableProperty("Ada")
let isOnline = MutableProperty(true)
let typed = Subject<String, Never>()
let hits = Subject<[String], LoadError>()
