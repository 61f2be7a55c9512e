import Foundation
import Rill

let log = {
  let file = FileManager.default.temporaryDirectory.appending(path: "app.log")
  try! Data("fine\nerror: disk\nfine\n".utf8).write(to: file)
  return file
}()

struct Server: Sendable {
  func stopAccepting() { print("no new connections") }
  func close() { print("closed") }
  func store(_ line: String) async {}
}

let server = Server()
