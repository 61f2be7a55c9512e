"""Five hundred people at the same time."""
import asyncio
import os
import time
import unittest

from server import Server

SOCKETS = int(os.environ.get("SOCKETS", "500"))
ROUNDS = int(os.environ.get("ROUNDS", "2"))


class Load(unittest.IsolatedAsyncioTestCase):
    async def test_all_people_type_at_the_same_time(self):
        # A client that has signed up does not read, so it answers no ping until the slowest client has signed up.
        with Server("--latency", "0", "--linger", "100", "--patience", "600000") as server:
            await self.open_and_close(server)
            start = server.stats()
            print(f"\nat the start: {start['allocated']} kB allocated, {start['resident']} kB resident", flush=True)
            for number in range(ROUNDS):
                end = await self.round(server, number)
                # An open round takes thirty times as much. A server keeps its largest tables for the next round.
                self.assertLess(end["allocated"], start["allocated"] + 1_500, "the memory is not released")

    async def open_and_close(self, server):
        tab = await server.tab()
        await tab.until(lambda tab: "streams" in tab.looks)
        tab.close()
        await server.stats_when(lambda stats: stats["tabs"] == stats["models"] == 0)

    async def round(self, server, number):
        begin = time.monotonic()
        tabs = await asyncio.gather(*[server.tab() for _ in range(SOCKETS)])
        opened = time.monotonic()
        # The server accepts sockets in bounded portions, so it may count the last ones a moment later.
        stats = await server.stats_when(lambda stats: stats["sockets"] == stats["sessions"] == SOCKETS)

        addresses = [f"person{place}.{number}@example.org" for place in range(SOCKETS)]

        async def sign_up(tab, address):
            for length in range(1, len(address) + 1):
                await tab.type(address[:length])
            # Some prefixes of the address are valid, too: `person1.0@example.o`.
            await tab.until(lambda tab: tab.text("email") == address and tab.text("validity") == "Free", 120)
            self.assertTrue(tab.is_enabled)
            typed = time.monotonic()
            await tab.click()
            await tab.until(lambda tab: tab.text("status") == "Thanks", 120)
            return typed

        typed = max(await asyncio.gather(*[sign_up(tab, address) for tab, address in zip(tabs, addresses)]))
        expected = str((number + 1) * SOCKETS)
        await asyncio.gather(*[tab.until(lambda tab: tab.text("count") == expected, 120) for tab in tabs])
        done = time.monotonic()
        full = server.stats()
        for tab, address in zip(tabs, addresses):
            self.assertEqual(tab.text("email"), address)
            self.assertEqual(tab.text("status"), "Thanks")
            tab.close()
        stats = await server.stats_when(lambda s: s["sockets"] == s["sessions"] == s["tabs"] == s["pages"] == s["models"] == 0)
        keystrokes = sum(len(address) for address in addresses)
        print(
            f"round {number + 1}: {SOCKETS} sockets opened in {opened - begin:.1f} s, {keystrokes} keystrokes and their checks "
            f"in {typed - opened:.1f} s, {SOCKETS} addresses stored and shown to all in {done - typed:.1f} s, with "
            f"{sum(tab.messages for tab in tabs)} messages down; open: {full['allocated']} kB allocated, {full['resident']} kB "
            f"resident; closed: {stats['allocated']} kB allocated, {stats['resident']} kB resident", flush=True)
        return stats


if __name__ == "__main__":
    unittest.main()
