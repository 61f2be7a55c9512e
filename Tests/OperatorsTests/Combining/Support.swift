import Operators
import StreamTesting

/// The values that a stream sends while it is being subscribed to.
func values<Stream: StreamProtocol>(_ stream: Stream) -> [Stream.Value] { Recorder(stream).values }
