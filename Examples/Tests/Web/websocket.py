"""A WebSocket client, as much of it as the tests need: it can also say what no browser would."""
import asyncio
import base64
import json
import os
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Refused(Exception):
    """The server did not open a socket; `status` and `body` are its answer."""

    def __init__(self, status, body):
        super().__init__(f"{status} {body}")
        self.status, self.body = status, body


class Closed(Exception):
    """The server closed the socket; `code` and `reason` are its words, None if it had none."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"{code} {reason}")
        self.code, self.reason = code, reason


class WebSocket:
    @classmethod
    async def open(cls, url, headers=None, limit=2**26):
        """`url` is ws://host:port/path."""
        host, _, path = url.removeprefix("ws://").partition("/")
        name, _, port = host.partition(":")
        self = cls()
        self.reader, self.writer = await asyncio.open_connection(name, int(port), limit=limit)
        lines = {
            "Host": host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Origin": f"http://{host}",
        } | (headers or {})
        head = f"GET /{path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in lines.items() if v is not None)
        self.writer.write(head.encode() + b"\r\n")
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        status = int(answer.split(" ", 2)[1])
        if status != 101:
            body = (await self.reader.read()).decode()
            self.writer.close()
            raise Refused(status, body.strip())
        return self

    def frame(self, payload, opcode=TEXT, final=True, claim=None):
        """Sends a frame. `claim` is a length to claim in its header in place of the true one."""
        if isinstance(payload, str):
            payload = payload.encode()
        length, mask = len(payload) if claim is None else claim, os.urandom(4)
        head = bytes([(0x80 if final else 0) | opcode])
        if length < 126:
            head += bytes([0x80 | length])
        elif length < 2**16:
            head += bytes([0x80 | 126]) + struct.pack(">H", length)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", length)
        key = (mask * (len(payload) // 4 + 1))[: len(payload)]
        masked = int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")
        self.writer.write(head + mask + masked.to_bytes(len(payload), "big"))

    async def read_frame(self):
        try:
            first, second = await self.reader.readexactly(2)
            length = second & 0x7F
            if length == 126:
                length, = struct.unpack(">H", await self.reader.readexactly(2))
            elif length == 127:
                length, = struct.unpack(">Q", await self.reader.readexactly(8))
            return first & 0x0F, await self.reader.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Closed from None

    async def receive(self):
        """The next message."""
        while True:
            opcode, payload = await self.read_frame()
            if opcode == TEXT:
                return payload.decode()
            if opcode == PING:
                self.frame(payload, PONG)
            if opcode == CLOSE:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                raise Closed(code, payload[2:].decode())

    async def closing(self):
        """How the server closes it."""
        try:
            while True:
                await self.receive()
        except Closed as closed:
            return closed

    def say(self, **message):
        self.frame(json.dumps(message))

    def close(self):
        self.writer.close()
