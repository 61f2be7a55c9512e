import Rill

/// A search whose text is prepared slowly.
@MainActor
func mapClosure(_ meanwhile: () -> Void) -> Any {
  let typed = Subject<String, Never>()
  let prepared = typed.filter { !$0.isEmpty }.map { (text: String) -> String in
    compute(microseconds: 3_000)
    return text.lowercased()
  }
  let found = prepared.subscribe { _ in }  // planted: own map
  let counted = typed.map(\.count).subscribe { _ in }
  for number in 0..<60 {
    typed.send("Text \(number)")
    meanwhile()
  }
  return (typed, found, counted)
}

/// A list of news that is filtered slowly.
@MainActor
func filterClosure(_ meanwhile: () -> Void) -> Any {
  let news = Subject<String, Never>()
  let wanted = news.map { "\($0)!" }.filter { (text: String) -> Bool in
    compute(microseconds: 3_000)
    return !text.isEmpty
  }
  let shown = wanted.map(\.count).subscribe { _ in }  // planted: own filter
  let counted = news.subscribe { _ in }
  for number in 0..<60 {
    news.send("News \(number)")
    meanwhile()
  }
  return (news, shown, counted)
}

/// A history that is copied with each step.
@MainActor
func scanClosure(_ meanwhile: () -> Void) -> Any {
  let steps = Subject<Int, Never>()
  let history = steps.scan([]) { (before: [Int], step: Int) -> [Int] in
    compute(microseconds: 3_000)
    return before + [step]
  }
  let shown = history.map(\.count).subscribe { _ in }  // planted: own scan
  let last = steps.map { $0 + 1 }.subscribe { _ in }
  for number in 0..<60 {
    steps.send(number)
    meanwhile()
  }
  return (steps, shown, last)
}

/// A request that is made slowly, before it is sent.
@MainActor
func flatMapClosure(_ meanwhile: () -> Void) -> Any {
  let queries = Subject<String, Never>()
  let answers = queries.flatMapLatest { (query: String) -> Signal<Int, Never> in
    compute(microseconds: 3_000)
    return .just(query.count)
  }
  let shown = answers.map { "\($0)" }.subscribe { _ in }  // planted: own flatMapLatest
  let logged = queries.subscribe { _ in }
  for number in 0..<60 {
    queries.send("\(number)")
    meanwhile()
  }
  return (queries, shown, logged)
}
