import Foundation
import Rill
import SevenGUIs
import SheetModel
import TerminalLines

final class CounterScreen: Screen {
  static let name = "counter"
  static let abstract = "Counts."
  static let manual = "count     adds one\nquit"
  private let model = Counter()

  init() { model.$count.subscribe { Terminal.say("  \($0)") } }

  func accept(_ command: String, _ argument: String) throws(Refusal) {
    guard command == "count" else { throw .unknown(command) }
    model.increment.execute()
  }
}

final class TemperatureScreen: Screen {
  static let name = "temperature"
  static let abstract = "Converts degrees Celsius and Fahrenheit."
  static let manual = "c 21.5    sets degrees Celsius\nf 70      sets degrees Fahrenheit\nquit"
  private let model = TemperatureConverter()

  init() {
    model.celsius.skip(1).subscribe { Terminal.say("  Celsius: \($0)") }
    model.fahrenheit.skip(1).subscribe { Terminal.say("  Fahrenheit: \($0)") }
    merge(model.celsiusProblem, model.fahrenheitProblem).compactMap { $0 }.subscribe { Terminal.say("  \($0)") }
  }

  func accept(_ command: String, _ argument: String) throws(Refusal) {
    switch command {
    case "c": model.celsius.value = argument
    case "f": model.fahrenheit.value = argument
    default: throw .unknown(command)
    }
  }
}

final class FlightScreen: Screen {
  static let name = "flight"
  static let abstract = "Books a flight with valid dates."
  static let manual = """
    one-way                books a flight without a return
    two-way                books a flight with one
    departure 27.03.2014   sets the day of the departure
    back 28.03.2014        sets the day of the return
    book                   books the flight
    quit
    """
  private let model = FlightBooker()

  init() {
    model.$kind.subscribe { Terminal.say("  \($0.rawValue)") }
    model.book.enabled.subscribe { Terminal.say("  book: \($0 ? "enabled" : "disabled")") }
    model.$message.skip(1).subscribe { Terminal.say("  \($0)") }
  }

  func accept(_ command: String, _ argument: String) throws(Refusal) {
    switch command {
    case "one-way": model.kind = .oneWay
    case "two-way": model.kind = .roundTrip
    case "departure": model.departure = argument
    case "back": model.comeback = argument
    case "book" where model.book.isEnabled: model.book.execute()
    case "book": throw Refusal(reason)
    default: throw .unknown(command)
    }
  }

  private var reason: String {
    if !model.isDepartureValid.value { return "“\(model.departure)” is not a day; type departure 27.03.2014" }
    if !model.isReturnValid.value { return "“\(model.comeback)” is not a day; type back 28.03.2014" }
    return "the return is before the departure; type back \(model.departure), or a later day"
  }
}

final class TimerScreen: Screen {
  static let name = "timer"
  static let abstract = "Measures a duration that can be changed."
  static let manual =
    "show          prints the time\nduration 15   sets the duration in seconds\nreset         begins again\nquit"
  private let model = ElapsedTimer()

  init() { model.isRunning.subscribe { Terminal.say($0 ? "  running" : "  over") } }

  func accept(_ command: String, _ argument: String) throws(Refusal) {
    switch command {
    case "show": Terminal.say("  \(model.elapsed.inTenths) of \(model.duration.inTenths)")
    case "duration":
      guard let seconds = Double(argument), (0...3600).contains(seconds) else {
        throw Refusal("duration needs seconds from 0 to 3600: duration 15")
      }
      model.duration = .seconds(seconds)
    case "reset": model.reset.execute()
    default: throw .unknown(command)
    }
  }
}

final class PeopleScreen: Screen {
  static let name = "crud"
  static let abstract = "Edits a list of names."
  static let manual = """
    filter M          shows the people whose surname begins with M; filter alone shows all
    select 2          selects the second of those that are shown
    name Ada          sets the name of the next create or update
    surname Byron     sets the surname
    create            adds a person
    update, delete    changes the selected person
    quit
    """
  private let model = PeopleEditor()

  init() {
    Property(model.shown.property, model.$selection, model.$prefix) { people, selection, prefix in
      if people.isEmpty {
        return prefix.isEmpty ? "  the list is empty: create adds a person" : "  no surname begins with “\(prefix)”"
      }
      return people.enumerated().map { "\($1.id == selection ? "›" : " ") \($0 + 1) \($1)" }.joined(separator: "\n")
    }
    .distinctUntilChanged().subscribe { Terminal.say($0) }
  }

  func accept(_ command: String, _ argument: String) throws(Refusal) {
    switch command {
    case "filter": model.prefix = argument
    case "name": model.name = argument
    case "surname": model.surname = argument
    case "select":
      guard let number = Int(argument), model.shown.value.indices.contains(number - 1) else {
        throw Refusal("select needs a number of the list: select 1")
      }
      model.selection = model.shown[number - 1].id
    case "create":
      guard model.create.isEnabled else { throw Refusal("type name Ada or surname Byron first") }
      model.create.execute()
    case "update", "delete":
      guard model.delete.isEnabled else { throw Refusal("select a person first: select 1") }
      guard command == "delete" || model.update.isEnabled else { throw Refusal("type name Ada or surname Byron first") }
      if command == "update" { model.update.execute() } else { model.delete.execute() }
    default: throw .unknown(command)
    }
  }
}

final class CellsScreen: Screen {
  static let name = "cells"
  static let abstract = "Calculates in a spreadsheet."
  static let manual = """
    A1 =5             puts a number, a text or a formula into a cell; the cells that change are printed
    A1                prints the content of a cell, and its value
    quit
    """
  private let model = Cells()

  init() {
    model.sheet.shown(in: Cells.range).skip(Place.columns * Cells.range.rows.count).subscribe { place, value in
      Terminal.say("  \(place): \(value)")
    }
    model.$mistake.filter { !$0.isEmpty }.subscribe { Terminal.say("  \($0)") }
  }

  func accept(_ command: String, _ argument: String) throws(Refusal) {
    guard let place = Place(command), Cells.range.rows.contains(place.row) else {
      throw Refusal("\(command) is not a cell: cells are A1 to Z100 (help lists the commands)")
    }
    if argument.isEmpty {
      return Terminal.say("  \(place): \(model.sheet.value(at: place).value)  \(model.sheet.text(at: place))")
    }
    model.set(argument, at: place)
  }
}
