#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// Where in a test a failure belongs: the four things a compiler says about a call.
struct CallSite: Sendable {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt

  init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// Records a failure with the framework that is running the test.
///
/// Inside a test of Swift Testing there is a current test. Everywhere else (XCTest, or a thread that Swift Testing
/// knows nothing of) both frameworks are told: the one that is not running takes no notice.
func report(_ message: String, at site: CallSite) {
  var isTold = false
  #if canImport(Testing)
    isTold = Test.current != nil
    let location = SourceLocation(
      fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: Int(site.line), column: Int(site.column))
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  #endif
  #if canImport(XCTest)
    if !isTold { XCTFail(message, file: site.filePath, line: site.line) }
  #endif
}
