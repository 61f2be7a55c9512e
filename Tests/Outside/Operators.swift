import Rill

struct SearchError: Error {}

let name = MutableProperty("Ada")
let isOnline = MutableProperty(true)
let hits = Subject<[String], SearchError>()
