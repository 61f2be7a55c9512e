public import Foundation
public import StreamCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// The response of a server to a request.
  ///
  ///     signal(for: request)  -----(a|)   a: the data and the response
  ///
  /// Each subscriber makes a separate request. Disposing cancels it, even during the transfer. Completes with the
  /// response, of any status. Fails with the session's error, as a `URLError`. Delivers on the session's delegate
  /// queue.
  public func signal(for request: URLRequest) -> Signal<(data: Data, response: URLResponse), URLError> {
    Signal { observer in
      let task = self.dataTask(with: request) { data, response, error in
        if let error {
          observer.fail(error as? URLError ?? URLError(.unknown, userInfo: [NSUnderlyingErrorKey: error]))
        } else if let data, let response {
          observer.send((data, response))
          observer.complete()
        } else {
          observer.fail(URLError(.badServerResponse))
        }
      }
      task.resume()
      return Disposable { task.cancel() }
    }
  }

  /// The response of a server to a request for a URL. See ``signal(for:)-(URLRequest)``.
  public func signal(for url: URL) -> Signal<(data: Data, response: URLResponse), URLError> {
    signal(for: URLRequest(url: url))
  }
}
