import Rill
import StreamTesting
import Testing

struct AsyncExamples {
  let print = Printed()

  @Test("map(awaiting:_:)") func map() async {
    let names = Signal(["ada", "grace"])
    let loaded = names.map(awaiting: .ordered(maxConcurrent: 2)) { name in await photo(of: name) }
    print(await loaded.collect)
    print.expect("[\"photo of ada\", \"photo of grace\"]")
  }

  @Test("filter(awaiting:_:)") func filter() async {
    let names = Signal(["ada", "grace"])
    let free = names.filter(awaiting: .ordered(maxConcurrent: 2)) { name in await photo(of: name).hasSuffix("ada") }
    print(await free.collect)
    print.expect("[\"ada\"]")
  }

  @Test("flatMap(awaiting:_:)") func flatMap() async {
    let chosen = Signal(["ada"])
    let news = chosen.flatMap(awaiting: .latest) { name in
      let first = await photo(of: name)
      return Signal([first, "and more"])
    }
    print(await news.collect)
    print.expect("[\"photo of ada\", \"and more\"]")
  }

  @Test("recover(_:)") func recover() async {
    let load = Signal<String, Offline>.fail(Offline())
    print(await load.recover { _ in await photo(of: "nobody") }.first ?? "")
    print.expect("photo of nobody")
  }

  @Test("retry(_:)") func retry() async {
    let load = Signal<String, Offline>.fail(Offline())
    let again = load.retry { failure, count in
      await Task.yield()  // Renew the session, ask the person …
      return count < 3
    }
    print(await again.replaceFailure(with: "given up").collect)
    print.expect("[\"given up\"]")
  }

  @Test("init(_:), init(_:cancelsTask:)") func sequence() async {
    let fromSequence = Signal(
      AsyncStream<Int> {
        $0.yield(1); $0.finish()
      })
    let fromTask = Signal(Task { 2 })
    print(await fromSequence.collect)
    print(await fromTask.collect)
    print.expect("[1], [2]")
  }

  @Test("first, last") func first() async {
    let numbers = Signal([1, 2, 3])
    print(await numbers.first ?? 0, await numbers.last ?? 0)
    print.expect("1 3")
  }

  @Test("collect") func collect() async {
    print(await Signal([1, 2, 3]).collect)
    print.expect("[1, 2, 3]")
  }

  @Test("single") func single() async {
    let one = try? await Signal([1]).single
    let two = try? await Signal([1, 2]).single
    print(one ?? 0, two ?? 0)
    print.expect("1 0")
  }

  @Test("result") func result() async {
    switch await Signal(["a"]).result {
    case .success(let name): print(name)
    case .failure(let failure): print(failure)
    }
    print.expect("a")
  }

  @Test("values, values(buffering:)") func values() async {
    for await number in Signal([1, 2, 3]).values(buffering: .newest(2)) { print(number) }
    for await number in Signal([4]).values { print(number) }
    print.expect("2, 3, 4")
  }
}

private func photo(of name: String) async -> String { "photo of \(name)" }
