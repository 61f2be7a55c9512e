/// The operators used in chains, by kind.
enum Name: Int, CaseIterable {
  // Over one stream.
  case map, mapTo, filter, compactMap, scan, scanInto, scanIndexed, reduce, reduceInto, collect, collectCount
  case combinePrevious, pairwise, enumerated
  case startWith, append, defaultIfEmpty, intersperse, distinct, distinctBy, distinctOn, unique, uniqueOn, ignore
  case compact, not, and, or, partition
  case take, takeWhile, takeUntilFirst, takeLast, skip, skipWhile, skipUntilFirst, skipLast
  case elementAt, first, firstWhere, last, lastWhere, single, ignoreValues, materialized
  case contains, containsWhere, allSatisfy, count, min, max, minBy, maxBy
  case chunkedBy, chunkedOn, chunkedWhile, chunkedEnding, chunkedStarting, windowEnding, windowStarting, isEmpty, sum
  case collectOverlapping, windowCount, grouped, tryMap, timestamped, measured
  // Failures and repeated subscriptions.
  case ignoreFailure, replaceFailure, mapFailure, attempt, `catch`, retry, `repeat`
  case retryWaiting, retryEndless, repeatEndless
  // Over several streams.
  case merge, concat, zip, combineLatest, withLatest, sample, takeUntil, skipUntil, race, switchIfEmpty
  case paused, pausedBuffering, takeUntilReplacement, collectBy, then
  case elementsEqual, mergeSorted, zipLongest, mergeDelayingFailures, delaySubscriptionFirst
  case mergeMany, concatMany, raceMany, zipMany, combineMany
  // Flattening.
  case flatMap, flatMapTwo, concatMap, flatMapLatest, flatMapFirst, flatten, switchToLatest, switchOn, ifElse, bind
  case debounceUntil, delayEach, throttleUntil, timeoutUntil
  // Timing.
  case delay, debounce, throttle, timeout, collectFor, takeFor, skipFor, windowFor, debounceWhen, sampleEvery, timeoutTo
  case rateLimit, takeLastFor, skipLastFor
  // Hops and side effects.
  case deliverOn, subscribeOn, delaySubscription, on, initially, finally, duringLifetime

  enum Kind { case one, failing, several, each, time, aside }

  var kind: Kind {
    if rawValue < Name.ignoreFailure.rawValue { return .one }
    if rawValue < Name.merge.rawValue { return .failing }
    if rawValue < Name.flatMap.rawValue { return .several }
    if rawValue < Name.delay.rawValue { return .each }
    return rawValue < Name.deliverOn.rawValue ? .time : .aside
  }

  /// The number of other streams that it needs.
  var others: Int {
    switch self {
    case .catch, .timeoutTo: 1
    case .mergeMany, .concatMany, .raceMany, .zipMany, .combineMany: 2
    default:
      switch kind {
      case .several: 1
      case .each: 3
      default: 0
      }
    }
  }

  /// Whether it can subscribe to a stream several times.
  var multiplies: Bool {
    switch self {
    case .retry, .repeat, .retryWaiting, .retryEndless, .repeatEndless: true
    default: kind == .each
    }
  }
}
