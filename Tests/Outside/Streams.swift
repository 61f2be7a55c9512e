import Rill

struct Offline: Error {}

@Sendable func search(_ text: String) async throws(Offline) -> [String] { [text] }
