import Rill
import SevenGUIs
import Testing

@MainActor @Suite struct CircleDrawerTests {
  private let drawer = CircleDrawer()
  private var diameters: [Double] { drawer.circles.value.map(\.diameter) }

  private func click(_ x: Double, _ y: Double) { drawer.click(at: Point(x: x, y: y)) }
  private func openMenu(_ x: Double, _ y: Double) { drawer.openMenu(at: Point(x: x, y: y)) }

  @Test func aClickOnAnEmptyPlaceAddsACircle() {
    click(100, 100)
    click(110, 100)
    click(200, 100)
    #expect(drawer.circles.value.map(\.center) == [Point(x: 100, y: 100), Point(x: 200, y: 100)])
  }

  @Test func theNearestCircleUnderThePointerIsSelected() {
    click(100, 100)
    click(130, 100)
    drawer.pointer = Point(x: 114, y: 100)
    #expect(drawer.selected.value == 1)
    drawer.pointer = Point(x: 116, y: 100)
    #expect(drawer.selected.value == 2)
    drawer.pointer = Point(x: 300, y: 300)
    #expect(drawer.selected.value == nil)
  }

  @Test func circlesAreUndoneAndRedone() {
    #expect(!drawer.undo.isEnabled)
    click(100, 100)
    click(200, 100)
    drawer.undo.execute()
    drawer.undo.execute()
    #expect(drawer.circles.value == [])
    #expect(!drawer.undo.isEnabled)
    drawer.redo.execute()
    #expect(drawer.circles.value.count == 1)
    click(300, 100)
    #expect(!drawer.redo.isEnabled)
  }

  @Test func allMovesOfTheSliderAreOneStep() {
    click(100, 100)
    openMenu(100, 100)
    #expect(drawer.adjust.isEnabled)
    drawer.adjust.execute()
    #expect(drawer.diameter == 40)
    for diameter in [50.0, 60, 70] {
      drawer.diameter = diameter
      #expect(diameters == [diameter])
    }
    #expect(!drawer.undo.isEnabled)
    drawer.close.execute()
    #expect(drawer.overlay == .none)
    #expect(diameters == [70])
    drawer.undo.execute()
    #expect(diameters == [40])
    drawer.redo.execute()
    #expect(diameters == [70])
  }

  @Test func aSliderThatIsNotMovedIsNoStep() {
    click(100, 100)
    openMenu(100, 100)
    drawer.adjust.execute()
    drawer.close.execute()
    drawer.undo.execute()
    #expect(drawer.circles.value == [])
  }

  @Test func theMenuKeepsItsCircleSelected() {
    click(100, 100)
    openMenu(110, 100)
    #expect(drawer.overlay == .menu(of: 1, at: Point(x: 110, y: 100)))
    drawer.pointer = Point(x: 300, y: 300)
    #expect(drawer.selected.value == 1)
    click(300, 300)
    #expect(drawer.overlay == .none)
    #expect(drawer.circles.value.count == 1)
    openMenu(300, 300)
    #expect(drawer.overlay == .none)
    #expect(!drawer.adjust.isEnabled)
  }

  @Test func aDiameterIsShownWithoutAMixOfOldAndNew() {
    click(100, 100)
    var shown: [[Double]] = []
    drawer.circles.subscribe { shown.append($0.map(\.diameter)) }
    openMenu(100, 100)
    drawer.adjust.execute()
    drawer.diameter = 60
    drawer.close.execute()
    // Closing shows the diameter that the slider showed last, and never the one before.
    #expect(Array(shown.drop { $0 != [60] }).allSatisfy { $0 == [60] })
    #expect(shown.last == [60])
  }
}
