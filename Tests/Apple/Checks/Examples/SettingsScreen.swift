import Foundation
import Observation
import Rill
import UIKit

@MainActor final class SettingsModel: Observable {
  @Observed var isLoud = false
  @Observed var volume = 3
  @Observed var copies = 1.0
  @Observed var size = 0
  @Observed var birthday = Date(timeIntervalSinceReferenceDate: 0)
}

/// Each control provides its value by key path; if the types differ, the channel is converted.
@MainActor final class SettingsScreen {
  let toggle = UISwitch()
  let slider = UISlider()
  let stepper = UIStepper()
  let sizes = UISegmentedControl()
  let picker = UIDatePicker()

  init(_ model: SettingsModel) {
    toggle.channel(\.isOn) <~> model.channel(\.isLoud)
    slider.channel(\.value) <~> model.channel(\.volume).converted(to: { Float($0) }, from: { Int($0.rounded()) })
    stepper.channel(\.value) <~> model.channel(\.copies)
    sizes.channel(\.selectedSegmentIndex) <~> model.channel(\.size)
    picker.channel(\.date) <~> model.channel(\.birthday)
    bind(\.isEnabled, of: slider, to: model.$isLoud)
  }
}
