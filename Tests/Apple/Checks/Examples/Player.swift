import Foundation
import ObjectiveC
import Observation
import Rill

/// A class of Objective-C with key-value observable properties. (There, `@objc dynamic var volume = 0.5` is enough.)
@MainActor final class Player: NSObject, Associating {
  nonisolated let associates = Associates()

  var volume = 0.5 {
    willSet { willChangeValue(for: \.volume) }
    didSet { didChangeValue(for: \.volume) }
  }
}

@MainActor final class PlayerModel: Observable {
  @Observed var volume = 1.0
  @Observed private(set) var shown = ""

  init(_ player: Player) {
    player.channel(\.volume) <~> channel(\.volume)
    bind(\.shown, of: self, to: player.values(of: \.volume).map { "\(Int($0 * 100)) %" })
  }
}
