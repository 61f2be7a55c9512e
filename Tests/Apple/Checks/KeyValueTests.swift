import Foundation
import ObjectiveC
import Rill
import Testing

@MainActor @Suite struct KeyValueTests {
  @Test func bothWays() {
    let player = Player()
    let model = PlayerModel(player)
    #expect(player.volume == 1)
    player.volume = 0.25
    #expect(model.volume == 0.25)
    #expect(model.shown == "25 %")
    model.volume = 0.75
    #expect(player.volume == 0.75)
    #expect(model.shown == "75 %")
  }

  @Test func itHasAValueFromTheStart_andIsNotEchoed() {
    let (player, volume) = (Player(), MutableProperty(0.0))
    var heard: [Double] = []
    volume.terminal <~> player.channel(\.volume)
    volume.subscribe { heard.append($0) }
    volume.value = 0.1
    player.volume = 0.2
    player.volume = 0.2
    #expect(heard == [0.5, 0.1, 0.2, 0.2])
    #expect(player.volume == 0.2)
  }

  @Test func itEndsWithTheObject_andObservesNoLonger() {
    var player: Player? = Player()
    var isOver = false
    let values = player!.values(of: \.volume)
    let handle = values.subscribe { _ in }
    #expect(player?.associates.observerCount == 1)
    handle.dispose()
    #expect(player?.associates.observerCount == 0)
    values.subscribe { _ in
    } completed: {
      isOver = true
    }
    weak let gone = player
    player = nil
    #expect(gone == nil)
    #expect(isOver)
  }
}
