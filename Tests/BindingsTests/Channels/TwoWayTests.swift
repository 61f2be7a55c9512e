import Rill
import TestSupport
import Testing

@Suite struct TwoWayTests {
  @Test func theLeftEndTakesTheRightValueImmediately() {
    let left = MutableProperty("left")
    let right = MutableProperty("right")
    left <~> right
    #expect(left.value == "right")
    #expect(right.value == "right")
  }

  @Test func eitherEndFollowsAlsoBackToAnEarlierValue() {
    let left = MutableProperty(0)
    let right = MutableProperty(1)
    left <~> right
    left.value = 2
    #expect(right.value == 2)
    right.value = 1
    #expect(left.value == 1)
    right.value = 2
    #expect(left.value == 2)
  }

  @Test func chainsAndRingsConvergeFromAnyEnd() {
    let ends = (0..<3).map { MutableProperty($0) }
    ends[0] <~> ends[1]
    ends[1] <~> ends[2]
    ends[2] <~> ends[0]
    for (index, end) in ends.enumerated() {
      end.value = 10 + index
      #expect(ends.map(\.value) == [10 + index, 10 + index, 10 + index])
    }
  }

  @Test func aChangeNotifiesEachEndOnce() {
    let left = MutableProperty(0)
    let right = MutableProperty(0)
    let heardLeft = Heard<Int>()
    let heardRight = Heard<Int>()
    left.subscribe { heardLeft.append($0) }
    right.subscribe { heardRight.append($0) }
    left <~> right
    left.value = 5
    right.value = 5
    #expect(heardLeft.values == [0, 0, 5, 5])
    #expect(heardRight.values == [0, 5, 5])
  }

  @Test func endsWithEitherEndAndKeepsNeither() {
    let left = MutableProperty(0)
    var right: MutableProperty<Int>? = MutableProperty(1)
    weak let weakRight = right
    let binding = left <~> right!
    right = nil
    #expect(weakRight == nil)
    #expect(binding.isDisposed)
    left.value = 3
    #expect(left.value == 3)
  }

  @Test func disposingStopsBothWays() {
    let left = MutableProperty(0)
    let right = MutableProperty(1)
    (left <~> right).dispose()
    left.value = 7
    right.value = 8
    #expect(left.value == 7)
    #expect(right.value == 8)
  }

  @Test func endsThatChangeAtTheSameTimeAgreeAfterwards() async {
    let left = MutableProperty(0)
    let right = MutableProperty(0)
    left <~> right
    await withTaskGroup { group in
      group.addTask { for value in 1...2_000 { left.value = value } }
      group.addTask { for value in 1...2_000 { right.value = -value } }
    }
    #expect(left.value == right.value)
    #expect(abs(left.value) == 2_000)
  }

  @Test func oneWayEndsWithTheFirstOfThem() {
    let source = Subject<Int, Never>()
    let target = MutableProperty(0)
    let binding = target <~ source
    source.send(4)
    #expect(target.value == 4)
    source.complete()
    #expect(binding.isDisposed)

    let other = Subject<Int, Never>()
    var gone: MutableProperty<Int>? = MutableProperty(0)
    let ending = gone! <~ other
    gone = nil
    #expect(ending.isDisposed)
  }

  // MARK: Where one side has no value

  @Test func aModelOnEitherSideIsShownImmediately() {
    for isLeft in [true, false] {
      let (model, channel) = (MutableProperty("model"), Channel<String>())
      let heard = Heard<String>()
      channel.following.subscribe { heard.append($0) }
      if isLeft { model <~> channel.leading } else { channel.leading <~> model }
      #expect(heard.values == ["model"])
      model.value = "changed"
      channel.following.send("edited")
      #expect(heard.values == ["model", "changed"])
      #expect(model.value == "edited")
    }
  }

  @Test func throughAConversionToo() {
    let (model, channel) = (MutableProperty(1), Channel<String>())
    model <~> channel.leading.converted(to: { Int($0) ?? 0 }, from: { "\($0)" })
    let heard = Heard<String>()
    channel.following.subscribe { heard.append($0) }
    #expect(heard.values == ["1"])
  }

  @Test func whereNeitherHasAValueNothingIsSent() {
    let (near, far) = (Channel<Int>(), Channel<Int>())
    let heard = Heard<Int>()
    far.following.subscribe { heard.append($0) }
    near.following <~> far.leading
    #expect(heard.values.isEmpty)
    near.leading.send(1)
    #expect(heard.values == [1])
    near.leading.complete()
  }
}
