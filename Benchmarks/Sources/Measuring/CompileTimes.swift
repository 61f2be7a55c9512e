/// The results of `compile-times`, in seconds of processor time.
package struct CompileTimes: Codable, Sendable {
  /// A chain of operators with closures, from source to object code. Seconds are missing if the compiler gave no
  /// result.
  package struct Chain: Codable, Sendable {
    package let library: String
    package let operators: Int
    package let typeCheck: Double?
    package let optimised: Double?
  }

  /// A module alone, with its dependencies already built.
  package struct Module: Codable, Sendable {
    package let name: String
    package let seconds: Double
  }

  /// A program that uses little of a library, built for debugging with the whole library.
  package struct Program: Codable, Sendable {
    package let library: String
    package let seconds: Double
    package let megabytes: Double
  }

  package let chains: [Chain]
  package let modules: [Module]
  package let programs: [Program]
}

extension Table {
  package static func chains(_ times: CompileTimes) -> Table {
    var table = Table(["compiling a chain (seconds)", "operators", "type check", "optimised object code"])
    for chain in times.chains {
      let cells = [chain.typeCheck, chain.optimised].map { $0.map { number($0) } ?? "fails" }
      table.append([chain.library, String(chain.operators)] + cells)
    }
    return table
  }

  package static func modules(_ times: CompileTimes) -> Table {
    var table = Table(["module", "seconds"])
    for module in times.modules { table.append([module.name, number(module.seconds)]) }
    return table
  }

  package static func programs(_ times: CompileTimes) -> Table {
    var table = Table(["a program that sends one value, for debugging", "seconds", "megabytes"])
    for program in times.programs {
      table.append([program.library, number(program.seconds), number(program.megabytes)])
    }
    return table
  }
}
