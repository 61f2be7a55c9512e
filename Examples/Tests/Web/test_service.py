"""The operation of a server: health, metrics, logs, and a shutdown that loses no request."""
import asyncio
import json
import os
import signal
import socket
import subprocess
import unittest

from nginx import Nginx
from people import Person
from postgres import Postgres
from server import PROGRAM, Server, open_socket
from websockets.exceptions import InvalidStatus


REMOTE = os.path.join(os.path.dirname(PROGRAM), "signup-remote")


class Service(unittest.IsolatedAsyncioTestCase):
    def serve(self, *options, **more):
        return self.enterContext(Server(*options, **more))

    async def ended(self, process, within=120):
        self.assertEqual(await asyncio.wait_for(asyncio.to_thread(process.wait), within), 0)

    def metrics(self, server):
        return dict(line.split() for line in server.get("/metrics")[2].splitlines() if not line.startswith("#"))

    async def test_health_and_metrics(self):
        with Postgres() as postgres:
            server = self.serve("--latency", "0", store=postgres.store)
            tab = await server.tab()
            await tab.until(lambda tab: tab.text("freshness") == "" and tab.text("count") == "0")
            self.assertEqual(server.get("/health")[0], 200)
            await tab.type("ada@example.org")
            await tab.click()
            await tab.until(lambda tab: tab.text("status") == "Thanks" and tab.text("count") == "1")
            metrics = self.metrics(server)
            for name, value in {"sockets": 1, "sessions": 1, "subscribers": 1, "up_to_date": 1, "messages_total": 2, "requests_done_total": 1}.items():
                self.assertEqual(metrics[f"signup_{name}"], str(value))
            self.assertGreater(int(metrics["signup_resident_bytes"]), 1_000_000)
            postgres.do("stop")
            try:
                await tab.until(lambda tab: tab.text("freshness") != "")
                self.assertEqual(server.get("/health")[0], 503)
                self.assertEqual(self.metrics(server)["signup_up_to_date"], "0")
            finally:
                postgres.do("start")
            tab.close()

    async def test_sigterm_lets_requests_end_and_sends_pages_elsewhere(self):
        server = Server("--latency", "4000")
        server.start()
        busy, idle = await server.tab(), await server.tab()
        await busy.type("ada@example.org")
        await busy.click("a1")
        await busy.until(lambda tab: tab.text("status") == "Sending request…")
        server.process.send_signal(signal.SIGTERM)
        # An idle page is disconnected immediately, and new connections are refused.
        await asyncio.wait_for(idle.socket.wait_closed(), 3.8)
        self.assertEqual((idle.socket.close_code, idle.socket.close_reason), (1012, "This server is shutting down. Reconnecting…"))
        with self.assertRaises(InvalidStatus) as refusal:
            await open_socket(server.url)
        self.assertEqual(refusal.exception.response.status_code, 503)
        self.assertEqual(server.get("/health")[0], 503)
        # A pending request is completed.
        await busy.until(lambda tab: tab.text("status") == "Thanks" and tab.looks["subscribe"]["settled"] == "a1")
        await asyncio.wait_for(busy.socket.wait_closed(), 20)
        self.assertEqual(busy.socket.close_code, 1012)
        await self.ended(server.process)
        server.process.stdout.close()

    async def test_the_server_waits_for_requests_up_to_its_grace_period(self):
        server = Server("--latency", "60000", "--grace", "300")
        server.start()
        tab = await server.tab()
        await tab.type("ada@example.org")
        await tab.click()
        await tab.until(lambda tab: tab.text("status") == "Sending request…")
        server.process.send_signal(signal.SIGTERM)
        await self.ended(server.process)
        server.process.stdout.close()

    async def test_servers_are_replaced_one_by_one_under_load(self):
        with Postgres() as postgres:
            servers = [self.serve("--latency", "50", "--linger", "500", store=postgres.store) for _ in range(2)]
            nginx = self.enterContext(Nginx(servers))
            people = [Person(nginx.url) for _ in range(20)]
            replacing = True
            acknowledged = []

            async def live(place, person):
                while replacing:
                    address = f"{place}.{len(person.waits)}@example.org"
                    await person.sign_up(address)
                    acknowledged.append(address)
            living = [asyncio.create_task(live(place, person)) for place, person in enumerate(people)]
            for server in servers * 2:
                before = len(acknowledged)
                while len(acknowledged) < before + 20:
                    await asyncio.sleep(0.02)
                server.process.send_signal(signal.SIGTERM)
                await self.ended(server.process)
                server.process.stdout.close()
                await asyncio.to_thread(server.start, server.url.rpartition(":")[2])
            replacing = False
            await asyncio.gather(*living)
            self.assertEqual(sorted(postgres.addresses()), sorted(acknowledged))
            for person in people:
                person.leave()

    async def test_another_program_follows_the_list_and_adds_to_it(self):
        server = self.serve("--latency", "0")
        other = await asyncio.create_subprocess_exec(
            REMOTE, "--port", server.url.rpartition(":")[2], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

        async def prints(*lines):
            """Waits for these lines in any order, because answers and the list use two connections."""
            missing = set(lines)
            async with asyncio.timeout(120):
                while missing:
                    line = (await other.stdout.readline()).decode().strip()
                    self.assertTrue(line, "the program has ended")
                    missing.discard(line)

        await prints("0 subscribers, the newest: none")
        other.stdin.write(b"ada@example.org\n")
        await prints("ada@example.org: thanks", "1 subscribers, the newest: ada@example.org")
        # After a restart of the server, the list is shown again, and lines that were typed meanwhile are answered.
        server.kill()
        await prints("not connected, 1 subscribers, the newest: ada@example.org")
        other.stdin.write(b"grace@example.org\nada@example.org\n")
        await asyncio.to_thread(server.start, server.url.rpartition(":")[2])
        await prints("grace@example.org: thanks")
        await prints("ada@example.org: ada@example.org is already subscribed")
        other.stdin.close()
        self.assertEqual(await asyncio.wait_for(other.wait(), 120), 0)

    async def test_another_program_reports_that_nothing_answers(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        other = await asyncio.create_subprocess_exec(
            REMOTE, "--port", str(port), stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        # The program reconnects after each failure, so either line may come first.
        lines = {(await asyncio.wait_for(other.stdout.readline(), 120)).decode().strip() for _ in range(2)}
        self.assertEqual(lines, {f"connecting to 127.0.0.1:{port}…", f"Nothing answers at 127.0.0.1:{port}. Trying again…"})
        other.kill()
        await other.wait()

    async def test_a_port_in_use_and_a_missing_inspector_are_reported(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            self.assertEqual(await self.refused("--port", str(port)), [
                f"Error: 127.0.0.1:{port} is in use. Try --port {port + 1}, or --port 0 for any free port."])
        errors = await self.refused("--record", f"127.0.0.1:{port}")
        self.assertEqual(len(errors), 1)
        self.assertRegex(errors[0], rf"^Error: Nothing listens at 127.0.0.1:{port} \(errno \d+\). "
                                    rf"Start the inspector first: inspect --listen 127.0.0.1:{port}$")

    async def refused(self, *options):
        """Returns the output of the program for an error."""
        done = await asyncio.to_thread(
            subprocess.run, [PROGRAM, "--store", ":memory:", "--log", "error", *options], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 1)
        return done.stderr.splitlines()

    async def test_the_environment_has_options_and_logs_are_lines_of_json(self):
        environment = {**os.environ, "SIGNUP_PORT": "0", "SIGNUP_LOG_FORMAT": "json", "SIGNUP_STORE": ":memory:"}
        process = subprocess.Popen([PROGRAM], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertTrue(process.stdout.readline().startswith("http://127.0.0.1:"))
        process.send_signal(signal.SIGTERM)
        _, errors = await asyncio.to_thread(process.communicate, timeout=120)
        lines = [json.loads(line) for line in errors.splitlines()]
        self.assertEqual([line["message"] for line in lines], ["listening", "draining", "drained"])
        for line in lines:
            self.assertEqual((line["level"], line["label"]), ("notice", "signup-web"))
            self.assertRegex(line["time"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$")
        self.assertEqual(process.returncode, 0)

    async def test_invalid_options_are_reported(self):
        for name, value in {"SIGNUP_PORT": "http", "SIGNUP_LOG": "loud", "SIGNUP_LATENCY": "-1"}.items():
            done = await asyncio.to_thread(
                subprocess.run, [PROGRAM], env={**os.environ, name: value}, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.stderr, f"Error: The value '{value}' is invalid for {name}.\n")
            self.assertEqual(done.returncode, 64)


if __name__ == "__main__":
    unittest.main()
