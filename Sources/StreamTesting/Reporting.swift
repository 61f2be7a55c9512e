#if canImport(Testing)
  import Testing
#endif
#if canImport(XCTest)
  import XCTest
#endif

/// The place in a test to which a failure belongs.
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

  #if canImport(Testing)
    var location: SourceLocation {
      SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
    }
  #endif
}

/// Records a failure with the framework that is running the test.
///
/// Inside a test of Swift Testing there is a current test. Elsewhere (in XCTest, or on a thread unknown to Swift
/// Testing) both frameworks record the failure, and the one that is not running ignores it.
func report(_ message: String, at site: CallSite) {
  var isRecorded = false
  #if canImport(Testing)
    isRecorded = Test.current != nil
    Issue.record(Comment(rawValue: message), sourceLocation: site.location)
  #endif
  #if canImport(XCTest)
    if !isRecorded { XCTFail(message, file: site.filePath, line: site.line) }
  #endif
}
