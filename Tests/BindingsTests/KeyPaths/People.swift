import Rill

/// A model of the main actor.
@MainActor final class Company {
  @Observed var boss: Person?
  @Observed var owner = Person("Olga")
  @Observed var adviser = Weak<Person>()

  init(boss: Person? = nil) { self.boss = boss }
}

@MainActor final class Person {
  @Observed var name = ""
  @Observed var nickname: String?
  @Observed var friend: Person?

  init(_ name: String) { self.name = name }
}

/// A model of no actor.
final class Station: Sendable {
  let sensor = MutableProperty<Sensor?>(nil)
}

final class Sensor: Sendable {
  let reading: MutableProperty<Int>

  init(_ reading: Int) { self.reading = MutableProperty(reading) }
}
