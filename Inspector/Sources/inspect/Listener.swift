import NIOCore
import NIOPosix
import Recordings

/// Lets programs connect, which write lines. The one that began to write last counts.
struct Listener {
  private let recording: Recording

  init(_ recording: Recording) { self.recording = recording }

  /// Listens until the process ends, and tells the address when it begins.
  func run(at address: Address, isListening: (Address) -> Void) async throws {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .bind(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
        }
      }
    isListening(Address(host: address.host, port: server.channel.localAddress?.port ?? address.port))
    try await withThrowingDiscardingTaskGroup { group in
      try await server.executeThenClose { programs in
        for try await program in programs { group.addTask { await follow(program) } }
      }
    }
  }

  /// Reads until the program ends, or another one comes. Who writes no lines, a client that looks for another server at
  /// this address say, is no program.
  private func follow(_ program: NIOAsyncChannel<ByteBuffer, Never>) async {
    var source: Int?
    // A program that is killed leaves an error, and what came before it.
    try? await program.executeThenClose { pieces in
      for try await piece in pieces {
        let bytes = piece.readableBytesView
        if source == nil {
          guard bytes.first == UInt8(ascii: "{") else { break }
          source = await recording.connect()
        }
        guard let source, await recording.feed(bytes, from: source) else { break }
      }
    }
    if let source { await recording.disconnect(source) }
  }
}
