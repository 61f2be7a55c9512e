import Rill

struct SearchError: Error {}

let name = MutableProperty("Ada")
let isOnline = MutableProperty(true)
let load = Subject<Double, Never>()
let heat = Subject<Double, Never>()
let hits = Subject<[String], SearchError>()
