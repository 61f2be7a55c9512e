"""The server under test, and clients of its protocol without a browser."""
import asyncio
import json
import logging
import os
import secrets
import subprocess
import tempfile
import urllib.error
import urllib.request

from websockets.asyncio.client import connect

# Under unittest, asyncio logs every step that takes a tenth of a second.
logging.getLogger("asyncio").setLevel(logging.ERROR)

PROGRAM = os.environ.get("SIGNUP_WEB") or os.path.join(os.path.dirname(__file__), "../../.build/debug/signup-web")


class Server:
    """The program on a free port, with a temporary store unless another is given. Runs until the end of the `with`."""

    def __init__(self, *options, store=None, program=None):
        self.options = options
        self.program = program
        self.store = store or os.path.join(tempfile.mkdtemp(), "subscribers.sqlite")

    def __enter__(self):
        self.start()
        return self

    def start(self, port="0"):
        arguments = [PROGRAM, "--port", port, "--store", self.store, "--log", "warning", *self.options]
        if self.program:
            arguments = [self.program, "--port", port, *self.options]
        self.process = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.url

    def __exit__(self, *_):
        assert self.process.poll() is None, f"the server has ended: {self.process.returncode}"
        self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def restart(self):
        """Kills the server (kill -9), and starts it again on the same port."""
        self.kill()
        self.start(self.url.rpartition(":")[2])

    def get(self, path, method="GET", body=None, timeout=60):
        """Returns status, headers and body."""
        request = urllib.request.Request(self.url + path, method=method, data=body)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers, answer.read().decode()

    def stats(self):
        return json.loads(self.get("/stats")[2])

    async def stats_when(self, condition, within=120):
        """Waits until the figures meet a condition, and returns them."""
        async with asyncio.timeout(within):
            while True:
                try:
                    stats = await asyncio.to_thread(self.stats)
                    if condition(stats):
                        return stats
                except (ConnectionError, ValueError):
                    pass  # All connections are in use at the moment.
                await asyncio.sleep(0.05)

    async def socket(self, session=None, **options):
        return await open_socket(self.url, session, **options)

    async def tab(self, session=None):
        return Tab(await self.socket(session))


async def open_socket(url, session=None, *, path="/socket", cookie=None, name=None, **options):
    """Opens the socket of a page. The client sends no pings, and reads only when a test does.

    `name` is the server's name in the address.
    """
    port = int(url.rpartition(":")[2])
    if name:
        url, options = url.replace("127.0.0.1", name), {"host": "127.0.0.1", "port": port, **options}
    cookie = cookie or f"session={session or secrets.token_hex(16)}"
    plain = {"compression": None, "ping_interval": None, "open_timeout": 120, "proxy": None, "max_size": None}
    return await connect(
        url.replace("http", "ws") + path, additional_headers={"Cookie": cookie}, **{"origin": url, **plain, **options})


class Tab:
    """A page without a browser. Records the state of every element."""

    def __init__(self, socket):
        self.socket = socket
        self.looks = {}
        self.messages = 0
        self.keystroke = 0

    async def listen(self):
        """Receives one message."""
        for look in json.loads(await self.socket.recv()):
            self.looks.setdefault(look["id"], {}).update(look)
        self.messages += 1

    async def until(self, condition, within=120):
        """Receives messages until the page meets a condition."""
        try:
            async with asyncio.timeout(within):
                while not condition(self):
                    await self.listen()
        except TimeoutError:
            raise AssertionError(f"the page does not meet the condition: {self.looks}") from None

    def text(self, element):
        return self.looks.get(element, {}).get("text")

    @property
    def is_enabled(self):
        return self.looks.get("subscribe", {}).get("enabled", False)

    async def type(self, text):
        self.keystroke += 1
        await self.socket.send(json.dumps({"id": "email", "text": text, "keystroke": self.keystroke}))

    async def click(self, key=None):
        await self.socket.send(json.dumps({"id": "subscribe", "key": key} if key else {"id": "subscribe"}))

    def close(self):
        """Closes the connection without a closing handshake, like a closed tab."""
        self.socket.transport.close()
