"""The inspector under test, and its page in a browser."""
import contextlib
import io
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from PIL import Image
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = os.environ.get("INSPECT") or HERE / "../../.build/debug/inspect"
sys.path.insert(0, str(HERE.parent))
import make_recording  # noqa: E402, needs the path above


class Inspector:
    """Runs the program until the end of the `with`."""

    def __init__(self, *options):
        self.options = options

    def __enter__(self):
        self.process = subprocess.Popen([PROGRAM, *self.options], stdout=subprocess.PIPE, text=True)
        # The addresses of the page and for programs, in any order.
        lines = [self.process.stdout.readline().strip() for _ in range(2 if "--listen" in self.options else 1)]
        self.url = next(line for line in lines if line.startswith("http://127.0.0.1:"))
        self.address = next((line.rpartition(" ")[2] for line in lines if line.startswith("Programs connect to ")), None)
        return self

    def __exit__(self, *_):
        assert self.process.poll() is None, f"the program has ended: {self.process.returncode}"
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def get(self, path, method="GET", **headers):
        """Returns status, headers and body."""
        request = urllib.request.Request(self.url + path, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as answer:
            return answer.code, answer.headers, answer.read().decode()

    @property
    def megabytes(self):
        """The peak memory of the program."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) // 1024

    def connect(self):
        host, _, port = self.address.rpartition(":")
        return socket.create_connection((host, int(port)), timeout=60)

    @contextlib.contextmanager
    def program(self):
        """Connects as a program, and returns the writer of its lines."""
        with self.connect() as connection, connection.makefile("w", encoding="utf-8") as lines:
            yield lines


class PageTestCase(unittest.TestCase):
    """A test case with a browser, and recordings in a temporary folder."""

    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        playwright = cls.enterClassContext(sync_playwright())
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        cls.browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-dev-shm-usage"])
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.errors = []

    def tearDown(self):
        self.assertEqual(self.errors, [])

    def recording(self, kind, *arguments):
        path = self.folder / f"{kind}.jsonl"
        if not path.exists():
            with path.open("w") as file:
                getattr(make_recording, kind)(file.write, *arguments)
        return str(path)

    def inspect(self, *options):
        return self.enterContext(Inspector("--port", "0", *options))

    def open(self, inspector, width=1440, height=860, **options):
        context = self.browser.new_context(viewport={"width": width, "height": height}, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        # The console reports violations of the content security policy.
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.goto(inspector.url)
        return page

    def opened(self, kind, *arguments, **options):
        """Opens a recording, and returns the page when it has been read and drawn."""
        page = self.open(self.inspect(self.recording(kind, *arguments)), **options)
        self.until(page, "inspector.state.head.last && inspector.state.head.progress === undefined && inspector.model.events.length > 0")
        self.until(page, "!inspector.state.dirty && !inspector.state.panel")
        return page

    def until(self, page, script, within=60):
        """Waits for a condition. The page's policy forbids Playwright's own function, because it evaluates a string."""
        end = time.monotonic() + within
        while not page.evaluate(script):
            self.assertLess(time.monotonic(), end, f"{script} does not become true")
            page.wait_for_timeout(20)

    def picture(self, page, name):
        """Takes a picture for the documentation if PICTURES is set."""
        if folder := os.environ.get("PICTURES"):
            page.wait_for_timeout(400)  # The page updates the panel and the lane heads within this time.
            path = pathlib.Path(folder) / f"{name}.png"
            self.save(page, path)
            self.assertLess(path.stat().st_size, 400_000)

    def save(self, page, path):
        """Saves a picture without a palette, which would give two kinds of node the same colour."""
        Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(path, optimize=True)
