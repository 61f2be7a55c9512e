import Operators
import StreamTesting

extension Catalog {
  /// Operators that change no event.
  mutating func addEffects() {
    add("on(next: print)", letters("source", "a--b--|")) { source, _, _ in
      source.on(next: { _ in })
    }
    add("initially(f)", letters("source", "a--b--|")) { source, _, _ in
      source.initially {}
    }
    add("finally(f)", letters("source", "a--b--|")) { source, _, _ in
      source.finally {}
    }
    add("log(\"search\")", letters("source", "a--#")) { source, _, _ in
      source.log("search", to: { _ in })
    }
    add("named(\"search\")", letters("source", "1-2-|")) { source, _, _ in
      source.named("search")
    }
  }
}
