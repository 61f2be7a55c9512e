import Rill
@testable import StreamRuntime

@MainActor class World {}

typealias Reading = Int

let readings = Subject<Reading, Never>()
let query = Subject<String, Never>()

let gate = Gate<Reading>()
let item = 1

@Sendable func deliver(_ item: Reading) {}
