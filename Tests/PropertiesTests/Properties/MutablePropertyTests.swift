import Rill
import TestSupport
import Testing

@Suite struct MutablePropertyTests {
  @Test func subscribersGetTheCurrentValueAndThenEveryChange() {
    let property = MutableProperty(1)
    let heard = Heard<Int>()
    property.subscribe { heard.append($0) }
    property.value = 2
    property.value = 2
    property.modify { $0 += 5 }
    #expect(heard.values == [1, 2, 2, 7])
    #expect(property.value == 7)
  }

  @Test func aChangeIsVisibleBeforeItIsDelivered() {
    let property = MutableProperty("a")
    let heard = Heard<String>()
    property.subscribe { [weak property] in heard.append("\($0)=\(property?.value ?? "gone")") }
    property.value = "b"
    #expect(heard.values == ["a=a", "b=b"])
  }

  @Test func settingInsideAHandlerIsQueuedAndNotLost() {
    let property = MutableProperty(0)
    let first = Heard<Int>()
    let second = Heard<Int>()
    property.subscribe { [weak property] value in
      first.append(value)
      if value == 1 {
        property?.value = 2
        #expect(property?.value == 2)
      }
    }
    property.subscribe { second.append($0) }
    property.value = 1
    #expect(first.values == [0, 1, 2])
    #expect(second.values == [0, 1, 2])
  }

  @Test func streamsCompleteWhenThePropertyIsReleased() {
    let completions = Heard<String>()
    do {
      let property = MutableProperty(0)
      property.subscribe(next: { _ in }, completed: { completions.append("completed") })
      #expect(completions.values.isEmpty)
    }
    #expect(completions.values == ["completed"])
  }

  @Test func concurrentModificationsAreAllCounted() async {
    let property = MutableProperty(0)
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<1_000 { property.modify { $0 += 1 } } }
      }
    }
    #expect(property.value == 4_000)
  }
}
