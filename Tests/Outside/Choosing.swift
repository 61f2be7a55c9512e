import Rill

struct Offline: Error {}

let search = Search()
