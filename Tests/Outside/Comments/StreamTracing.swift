import Rill

@MainActor class World {}
