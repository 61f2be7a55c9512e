import Foundation
import Measuring
import Testing

@Suite struct CallgrindTests {
  @Test func nameAndSumsAreFound() throws {
    let text = """
      # callgrind format
      version: 1
      desc: Trigger: Client Request: zip_2/Rill/1
      positions: instr line
      events: Ir
      ob=/bin/one
      fn=main
      0x12f0 12 300
      0x1300 12 7
      calls=1 0x1400 5
      0x1300 12 4000
      ob=/lib/other
      fn=help
      0x12f0 0 20
      0x1400 0 5
      totals: 4846068

      """
    let found = try #require(
      Callgrind.read(text) { $0 == "/bin/one" && $1 == 0x1300 || $0 == "/lib/other" && $1 == 0x1400 })
    #expect(found.name == "zip_2/Rill/1")
    #expect(found.executed == Executed(instructions: 4_846_068, atomics: 12))
  }

  @Test func theDumpAtTheEndHasNoName() {
    #expect(Callgrind.read("desc: Trigger: Program termination\ntotals: 12\n") { _, _ in false } == nil)
  }

  @Test func instructionsAreRecognizedByTheirBytes() {
    let atomic: [[UInt8]] = [
      [0xF0, 0x48, 0x0F, 0xB1, 0x4E, 0x10],  // lock cmpxchg %rcx, 0x10(%rsi)
      [0x66, 0xF0, 0x0F, 0xC1, 0x07],  // lock xadd %ax, (%rdi)
      [0x48, 0x87, 0x07],  // xchg %rax, (%rdi)
      [0x86, 0x46, 0x18],  // xchg %al, 0x18(%rsi)
    ]
    let others: [[UInt8]] = [
      [0x48, 0x87, 0xC3],  // xchg %rax, %rbx
      [0x48, 0x8B, 0x46, 0x10],  // mov 0x10(%rsi), %rax
      [0x0F, 0xB6, 0x40, 0x10],  // movzbl 0x10(%rax), %eax
      [0xF3, 0x90],  // pause
      [],
    ]
    #expect(atomic.allSatisfy { AtomicInstructions.isAtomic($0) })
    #expect(!others.contains { AtomicInstructions.isAtomic($0) })
  }

  /// A program of one segment: three bytes of code, at 0x1000.
  @Test func addressesAreThoseOfTheFile() throws {
    var file = Data([0x7F, 0x45, 0x4C, 0x46, 2]) + Data(count: 13) + Data([62]) + Data(count: 101 + 3)
    file[32] = 64  // where the table of segments is
    file[54] = 56
    file[56] = 1
    file[64] = 1
    file[72] = 120  // where the segment is in the file
    file[81] = 0x10  // and in memory
    file[96] = 3
    file.replaceSubrange(120..<123, with: [0x90, 0xF0, 0x90])
    let instructions = try #require(AtomicInstructions(file: file))
    #expect((0xFFF...0x1003).filter { instructions.contains($0) } == [0x1001])
    #expect(AtomicInstructions(file: Data("no program".utf8)) == nil)
  }
}
