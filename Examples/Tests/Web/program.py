"""A program of the examples that serves a page."""
import os
import subprocess

FOLDER = os.path.join(os.path.dirname(__file__), "../../.build/debug")


class Program:
    """Runs on a port of its own until the end of the `with`. It prints its address first."""

    def __init__(self, name, *options):
        self.command = [os.path.join(os.environ.get("PROGRAMS", FOLDER), name), "--port", "0", *options]

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        assert self.url.startswith("http://127.0.0.1:"), self.url
        return self

    def __exit__(self, *_):
        assert self.process.poll() is None, f"the program is gone: {self.process.returncode}"
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
