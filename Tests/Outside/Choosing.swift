import Rill

struct Offline: Error {}

let search = Search()

@Sendable func upload(_ text: String) async throws(Offline) {}
