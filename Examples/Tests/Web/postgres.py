"""A separate PostgreSQL for the tests, and a proxy that can cut the connections to it."""
import asyncio
import os
import shutil
import subprocess
import tempfile

SCRIPT = os.path.join(os.path.dirname(__file__), "../../postgres")


class Postgres:
    """A PostgreSQL in a temporary folder. Runs until the end of the `with`."""

    def __enter__(self):
        # The path of a socket has to be short.
        self.folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
        self.store = self.do()
        return self

    def __exit__(self, *_):
        self.do("remove")

    def do(self, *words):
        """Runs a command of `Examples/postgres`: start, stop, restart, crash or remove."""
        done = subprocess.run([SCRIPT, "--folder", self.folder, *words], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def sql(self, *statements):
        """Runs statements. Returns the rows of the last one, as strings."""
        words = [word for statement in statements for word in ("--command", statement)]
        done = subprocess.run(
            [shutil.which("psql"), "--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--host", self.folder, "--username", "signup", "--dbname", "signup", *words],
            capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.split("\n")[:-1]

    def addresses(self):
        return self.sql("SELECT address FROM subscribers ORDER BY number")


class Proxy:
    """Forwards a socket in a temporary folder to PostgreSQL. Can cut the connections, or drop all data."""

    def __init__(self, postgres):
        self.target = os.path.join(postgres.folder, ".s.PGSQL.5432")
        self.writers = set()
        self.is_silent = False

    async def __aenter__(self):
        self.folder = tempfile.mkdtemp(prefix="px", dir="/tmp")
        self.store = f"postgres://signup@/signup?host={self.folder}"
        self.server = await asyncio.start_unix_server(self.connect, os.path.join(self.folder, ".s.PGSQL.5432"))
        return self

    async def __aexit__(self, *_):
        self.server.close()
        self.cut()
        shutil.rmtree(self.folder)

    def cut(self):
        """Aborts all connections, also in the middle of a message."""
        for writer in self.writers:
            writer.transport.abort()

    async def connect(self, reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(self.target)
        except OSError:
            return writer.transport.abort()
        self.writers |= {writer, far_writer}
        try:
            await asyncio.gather(self.carry(reader, far_writer), self.carry(far_reader, writer))
        except asyncio.CancelledError:
            pass  # The test is over.
        self.writers -= {writer, far_writer}

    async def carry(self, reader, writer):
        try:
            while data := await reader.read(65_536):
                # The silent proxy drops the data, like a cable that was pulled.
                if not self.is_silent:
                    writer.write(data)
                    await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()
