"""The program under test, and what its pages look like to one who speaks its protocol."""
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

# unittest has asyncio tell of every step that takes a tenth of a second.
logging.getLogger("asyncio").setLevel(logging.ERROR)

PROGRAM = os.environ.get("SIGNUP_WEB") or os.path.join(os.path.dirname(__file__), "../../.build/debug/signup-web")


class Server:
    """Runs the program, on a port of its own and with a store of its own, until the end of the `with`."""

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
        assert self.process.poll() is None, f"the server is gone: {self.process.returncode}"
        self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def restart(self):
        """kill -9, and the same again on the same port."""
        self.kill()
        self.start(self.url.rpartition(":")[2])

    def get(self, path, method="GET", body=None, timeout=60):
        """Status, headers and body."""
        request = urllib.request.Request(self.url + path, method=method, data=body)
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers, answer.read().decode()

    def stats(self):
        return json.loads(self.get("/stats")[2])

    async def stats_when(self, condition, within=120):
        """The figures, once they are as they should be."""
        async with asyncio.timeout(within):
            while True:
                try:
                    stats = await asyncio.to_thread(self.stats)
                    if condition(stats):
                        return stats
                except (ConnectionError, ValueError):
                    pass  # All connections are taken, for the moment.
                await asyncio.sleep(0.05)

    async def socket(self, session=None, **options):
        return await open_socket(self.url, session, **options)

    async def tab(self, session=None):
        return Tab(await self.socket(session))


async def open_socket(url, session=None, *, path="/socket", cookie=None, name=None, **options):
    """What a page opens, by a client that reads only when a test says so, and asks nothing on its own. `name` is what it
    calls the server."""
    port = int(url.rpartition(":")[2])
    if name:
        url, options = url.replace("127.0.0.1", name), {"host": "127.0.0.1", "port": port, **options}
    cookie = cookie or f"session={session or secrets.token_hex(16)}"
    plain = {"compression": None, "ping_interval": None, "open_timeout": 120, "proxy": None, "max_size": None}
    return await connect(
        url.replace("http", "ws") + path, additional_headers={"Cookie": cookie}, **{"origin": url, **plain, **options})


class Tab:
    """A page without a browser: it keeps how every element looks."""

    def __init__(self, socket):
        self.socket = socket
        self.looks = {}
        self.messages = 0
        self.keystroke = 0

    async def listen(self):
        """Takes in one message."""
        for look in json.loads(await self.socket.recv()):
            self.looks.setdefault(look["id"], {}).update(look)
        self.messages += 1

    async def until(self, condition, within=120):
        """Takes in messages until the page is as it should be."""
        try:
            async with asyncio.timeout(within):
                while not condition(self):
                    await self.listen()
        except TimeoutError:
            raise AssertionError(f"the page stays as it is: {self.looks}") from None

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
        """Without a word, as a tab that is closed."""
        self.socket.transport.close()
