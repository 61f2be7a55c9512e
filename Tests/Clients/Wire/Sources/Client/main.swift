import Wire

/// A server that sends one state, and is silent.
let news = resuming(retrying: .immediate(limit: 0), on: .immediate) { (position: Int?) in
  Signal<FeedMessage<[String], String, Int>, Never>.just(.snapshot(["tea"], at: 0)).concat(.never)
}
let copy = Property(replicaOf: news) { list, change in list.append(change) }
precondition(copy.value.state == ["tea"] && copy.value.connection.isLive)
precondition(copy.value.loading.latest == ["tea"])
print("Wire: \(copy.value.state ?? [])")
