"""A server program of the examples."""
import os
import re
import subprocess

FOLDER = os.path.join(os.path.dirname(__file__), "../../.build/debug")


class Program:
    """A program on a free port, until the end of the `with`. The last word of its first line is its address."""

    def __init__(self, name, *options):
        self.command = [os.path.join(os.environ.get("PROGRAMS", FOLDER), name), *map(str, options), "--port"]

    def __enter__(self):
        self.start()
        return self

    def start(self, port=0):
        self.process = subprocess.Popen([*self.command, str(port)], stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip().rpartition(" ")[2]
        assert re.search(r"127\.0\.0\.1:\d+$", self.url), self.url

    def __exit__(self, *_):
        assert self.process.poll() is None, f"the program has ended: {self.process.returncode}"
        self.kill()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def restart(self):
        """Starts the killed program again on the same port."""
        self.start(self.url.rpartition(":")[2])
