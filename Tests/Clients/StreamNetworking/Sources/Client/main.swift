import Foundation
import StreamNetworking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Nothing listens at this port.
let answer = URLSession.shared.signal(for: URL(string: "http://127.0.0.1:1/")!)
do {
  let received = try await answer.first
  fatalError("An answer came: \(String(describing: received))")
} catch {
  precondition(error.code == .cannotConnectToHost)
  print("StreamNetworking: \(error.code.rawValue)")
}
