"""Hostile clients. The server refuses them with a reason, and other clients are not affected."""
import asyncio
import json
import secrets
import socket
import sqlite3
import unittest
import urllib.error
import urllib.request

from server import Server, Tab
from websockets.exceptions import InvalidStatus

SESSION = "0123456789abcdef" * 2


class Protocol(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        # Thousands of sockets may take long to open, so the server has much patience. Another test covers its patience.
        self.server = self.enterContext(Server("--latency", "0", "--linger", "100", "--patience", "600000"))
        self.bystander = await self.server.tab()
        await self.bystander.until(lambda tab: "streams" in tab.looks)

    async def asyncTearDown(self):
        """Checks after each test that a bystander can still sign up."""
        await self.bystander.type("by.stander@example.org")
        await self.bystander.until(lambda tab: tab.text("validity") == "Free")
        await self.bystander.click()
        await self.bystander.until(lambda tab: tab.text("status") == "Thanks")
        self.bystander.close()

    async def expect(self, send, code, reason):
        hostile = await self.server.socket()
        await send(hostile)
        await asyncio.wait_for(hostile.wait_closed(), 20)
        self.assertEqual((hostile.close_code, hostile.close_reason), (code, reason))

    # Messages

    async def test_megabytes_are_refused_before_they_arrive(self):
        too_large = (1009, "A message may have at most 4096 bytes.")
        await self.expect(lambda socket: socket.send("a" * 5_000), *too_large)
        await self.expect(lambda socket: socket.send("a" * 3_000_000), *too_large)

        async def claim(socket):
            # The head of a masked text frame with a length of 2^62 bytes, and one byte.
            socket.transport.write(b"\x81\xff" + (2**62).to_bytes(8, "big") + b"maska")
        await self.expect(claim, *too_large)

    async def test_a_message_in_pieces_may_not_be_longer_either(self):
        pieces = ["a" * 3_000] * 3
        await self.expect(lambda socket: socket.send(pieces), 1009, "A message may have at most 4096 bytes.")

    async def test_invalid_json_is_refused(self):
        for message in ("", "{", "[]", "null", '{"id":7}', '{"id":"email","text":7}', '{"text":"a"}', "[" * 4_000):
            with self.subTest(message[:20]):
                await self.expect(lambda socket: socket.send(message), 1008, "the message cannot be read")

    async def test_actions_that_elements_do_not_have_are_refused(self):
        for message, reason in (
            ({"id": "nothing"}, "the page has no element nothing"),
            ({"id": "email"}, "email accepts only text"),
            ({"id": "subscribe", "text": "a"}, "subscribe accepts only clicks"),
            ({"id": "status", "text": "a"}, "status accepts no input"),
            ({"id": "email", "text": "a" * 255}, "email accepts at most 254 characters"),
        ):
            with self.subTest(message):
                await self.expect(lambda socket: socket.send(json.dumps(message)), 1008, reason)

    async def test_invalid_text_is_refused(self):
        await self.expect(lambda socket: socket.send(b"\xff\xfe", text=True), 1007, "A message must be UTF-8.")
        await self.expect(lambda socket: socket.send(b"abc"), 1003, "A message must be text.")

    async def test_a_ping_is_answered(self):
        friendly = await self.server.socket()
        # Only a pong with the same text is an answer.
        await asyncio.wait_for(await friendly.ping("hello"), 20)
        friendly.transport.close()

    # Addresses

    async def test_scripts_and_sql_are_not_addresses(self):
        tab = await self.server.tab()
        for text in ("<script>alert(1)</script>@example.org", "a'); DROP TABLE subscribers;--@example.org", "a\u0000@b.c"):
            await tab.type(text)
            await tab.until(lambda tab: tab.text("email") == text and tab.text("validity") == "Not an address yet")
            await tab.click()
            await tab.until(lambda tab: tab.text("status") == "This is not an address yet")
        await tab.type("o'brien&sons@example.org")
        await tab.until(lambda tab: tab.text("validity") == "Free")
        await tab.click()
        await tab.until(lambda tab: "o'brien&sons@example.org" in tab.looks["subscribers"]["items"])
        tab.close()

    # Connections

    async def refusal(self, **options):
        with self.assertRaises(InvalidStatus) as context:
            await self.server.socket(**options)
        answer = context.exception.response
        return answer.status_code, answer.body.decode().strip()

    async def test_pages_from_elsewhere_get_no_socket(self):
        refused = (403, "Only pages of this server may open a WebSocket.")
        self.assertEqual(await self.refusal(origin="http://evil.example"), refused)
        self.assertEqual(await self.refusal(origin=None), refused)
        self.assertEqual(await self.refusal(path="/other"), (404, "There is no WebSocket at /other."))

    async def test_a_page_elsewhere_whose_name_leads_here_gets_nothing(self):
        port = self.server.url.rpartition(":")[2]
        refused = (421, "This server does not serve the host evil.example.")
        self.assertEqual(await self.refusal(origin=f"http://evil.example:{port}", name="evil.example"), refused)
        request = urllib.request.Request(self.server.url, headers={"Host": f"evil.example:{port}"})
        with self.assertRaises(urllib.error.HTTPError) as context:
            urllib.request.urlopen(request)
        self.assertEqual(context.exception.code, 421)
        self.assertNotIn("set-cookie", context.exception.headers)
        with Server("--hosts", "tea.example,sign.example") as named:
            request = urllib.request.Request(named.url, headers={"Host": "sign.example"})
            with urllib.request.urlopen(request) as answer:
                self.assertEqual(answer.status, 200)

    async def test_frames_that_are_not_masked_are_refused(self):
        async def bare(socket):
            socket.transport.write(b"\x81\x02{}")
        await self.expect(bare, 1002, "Frames of a client must be masked.")

    async def test_a_socket_without_a_page_is_refused(self):
        for cookie in ("session=", "session=short", f"session={'g' * 32}", f"other={SESSION}"):
            lost = await self.server.socket(cookie=cookie)
            await asyncio.wait_for(lost.wait_closed(), 20)
            self.assertEqual((lost.close_code, lost.close_reason), (1008, "The page must be loaded first."))

    async def test_there_are_only_pages_to_get(self):
        for path in ("/", "/page.css", "/page.js", "/favicon.svg", "/favicon.ico", "/stats"):
            with self.subTest(path):
                self.assertEqual(self.server.get(path)[0], 200)
        self.assertEqual(self.server.get("/nothing")[0], 404)
        self.assertEqual(self.server.get("/../../etc/passwd")[0], 404)
        self.assertEqual(self.server.get("/", "POST", b"a" * 100)[0], 405)
        self.assertEqual(self.server.get("/", "DELETE")[0], 405)
        self.assertEqual(self.server.get("/", "HEAD")[::2], (200, ""))
        self.assertEqual(self.server.get("/socket")[0], 404)

    async def test_invalid_http_is_not_answered(self):
        for bytes in (b"\x00" * 100, b"GET / HTTP/1.1\r\n" + b"a: " + b"b" * 200_000, b"hello\r\n\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", int(self.server.url.rpartition(":")[2]))
            writer.write(bytes)
            try:
                answer = await asyncio.wait_for(reader.read(), 20)
                self.assertIn(answer[:12], (b"", b"HTTP/1.1 400", b"HTTP/1.0 400"))
            except ConnectionError:
                pass
            writer.close()

    async def test_a_thousand_sockets_are_enough(self):
        sockets = await asyncio.gather(*[self.server.socket() for _ in range(999)])
        self.assertEqual(await self.refusal(), (503, "All 1000 sockets are in use. Try again later."))
        # Open sockets stay open, and the server still serves pages.
        self.assertEqual(self.server.get("/")[0], 200)
        sockets[0].transport.close()
        await self.server.stats_when(lambda stats: stats["sockets"] == 999)
        another = await self.server.tab()
        await another.until(lambda tab: "streams" in tab.looks)
        another.close()
        for each in sockets:
            each.transport.close()
        await self.server.stats_when(lambda stats: stats["sockets"] == stats["tabs"] == 1)

    async def test_three_thousand_silent_connections(self):
        async def connect():
            return await asyncio.open_connection("127.0.0.1", int(self.server.url.rpartition(":")[2]))
        connections = await asyncio.gather(*[connect() for _ in range(3_000)])
        # The surplus connections get an answer, and open sockets stay open.
        answers = await asyncio.gather(*[asyncio.wait_for(reader.read(), 20) for reader, _ in connections[1_300:]])
        for answer in answers:
            self.assertIn(b"503", answer)
            self.assertIn(b"All 1200 connections are in use. Try again later.", answer)
        # Meanwhile the server still serves the bystander.
        await self.bystander.type("in between")
        await self.bystander.until(lambda tab: tab.text("email") == "in between")
        for _, writer in connections:
            writer.close()
        await self.server.stats_when(lambda stats: stats["sockets"] == 1)

    async def test_a_silent_client_is_pinged_and_then_disconnected(self):
        with Server("--patience", "500") as server:
            silent, polite = await server.socket(), await server.tab()
            # A client that does not read does not answer pings.
            silent.transport.pause_reading()
            staying = asyncio.create_task(polite.until(lambda tab: tab.text("email") == "still here", 60))
            await server.stats_when(lambda stats: stats["sockets"] == 1)
            silent.transport.resume_reading()
            await asyncio.wait_for(silent.wait_closed(), 20)
            self.assertEqual(silent.close_code, 1006)
            # A client that answers pings stays connected. A connection without a request is closed.
            reader, writer = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
            writer.write(b"GET / HT")
            self.assertEqual(await asyncio.wait_for(reader.read(), 20), b"")
            await polite.type("still here")
            await staying
            polite.close()
            writer.close()

    # Slow and fast clients

    async def slow_tab(self, session):
        """Returns a tab with a small receive buffer that does not read yet."""
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        narrow.connect(("127.0.0.1", int(self.server.url.rpartition(":")[2])))
        narrow.setblocking(False)
        slow = Tab(await self.server.socket(session, sock=narrow))
        slow.socket.transport.pause_reading()
        return slow

    async def test_two_hundred_slow_tabs_cost_little_and_delay_no_others(self):
        session = secrets.token_hex(16)
        fast = await self.server.tab(session)
        slow = [await self.slow_tab(session) for _ in range(200)]
        await self.server.stats_when(lambda stats: stats["tabs"] == 202)
        before = self.server.stats()["allocated"]
        keystrokes = 1_000
        for number in range(keystrokes):
            await fast.type(f"{'a' * 200}{number}")
            if number % 100 == 99:
                await fast.until(lambda tab: (tab.text("email") or "").endswith(f"a{number}"))
        # Each tab has at most one message in flight. A backlog would take a quarter of a megabyte for each.
        self.assertLess(self.server.stats()["allocated"], before + 200 * 20)

        for tab in slow:
            tab.socket.transport.resume_reading()
        last = f"{'a' * 200}{keystrokes - 1}"
        await asyncio.gather(*[tab.until(lambda tab: tab.text("email") == last) for tab in slow])
        self.assertLess(max(tab.messages for tab in slow), keystrokes / 2)
        for tab in [fast, *slow]:
            tab.close()

    async def test_a_slow_tab_gets_the_latest_state_and_no_backlog(self):
        session = secrets.token_hex(16)
        fast = await self.server.tab(session)
        slow = await self.slow_tab(session)
        await self.server.stats_when(lambda stats: stats["tabs"] == 3)
        before = self.server.stats()["allocated"]
        keystrokes = 5_000
        for number in range(keystrokes):
            await fast.type(f"{'a' * 200}{number}")
            if number % 100 == 99:
                await fast.until(lambda tab: (tab.text("email") or "").endswith(f"a{number}"))
        self.assertLess(self.server.stats()["allocated"], before + 500)

        slow.socket.transport.resume_reading()
        await slow.until(lambda tab: tab.text("email") == f"{'a' * 200}{keystrokes - 1}")
        self.assertLess(slow.messages, keystrokes / 10)
        fast.close()
        slow.close()

    async def test_a_flooding_client_does_not_block_the_others(self):
        flooding = await self.server.tab()
        async def flood():
            for number in range(20_000):
                await flooding.type(f"{number}")
        flood = asyncio.create_task(flood())
        reading = asyncio.create_task(flooding.until(lambda tab: tab.text("email") == "19999", 120))
        for number in range(20):
            await self.bystander.type(f"calm {number}")
            await self.bystander.until(lambda tab: tab.text("email") == f"calm {number}", 60)
        await flood
        await reading
        flooding.close()

    # The end of the process

    async def test_kill_9_loses_no_address_that_was_acknowledged(self):
        with Server("--latency", "0") as server:
            thanked = set()
            for life in range(4):
                tabs = [await server.tab() for _ in range(8)]
                async def sign_up(tab, name):
                    number = 0
                    while True:
                        number += 1
                        address = f"{name}.{number}@example.org"
                        await tab.type(address)
                        await tab.click()
                        # “On the list” shows that the thanks are for this address, and not for the previous one.
                        await tab.until(
                            lambda tab: tab.text("email") == address and tab.text("status") == "Thanks"
                            and tab.text("validity") == "On the list")
                        thanked.add(address)
                before = len(thanked)
                work = [asyncio.create_task(sign_up(tab, f"life{life}.tab{n}")) for n, tab in enumerate(tabs)]
                while len(thanked) < before + 40:
                    await asyncio.sleep(0.01)
                server.process.kill()
                await asyncio.gather(*work, return_exceptions=True)
                server.restart()
                for tab in tabs:
                    tab.close()
            self.assertGreaterEqual(len(thanked), 160)
            with sqlite3.connect(server.store) as store:
                kept = {row[0] for row in store.execute("SELECT address FROM subscribers")}
                self.assertEqual(store.execute("PRAGMA integrity_check").fetchone(), ("ok",))
            store.close()
            self.assertEqual(thanked - kept, set())
            # Each tab may have had one request in flight in each of the four lives.
            self.assertLessEqual(len(kept - thanked), 4 * 8)
            self.assertEqual(json.loads(server.get("/stats")[2])["subscribers"], len(kept))


if __name__ == "__main__":
    unittest.main()
