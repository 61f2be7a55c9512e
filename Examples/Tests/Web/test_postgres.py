"""Several servers with one database, one page at a time."""
import asyncio
import secrets
import unittest

from postgres import Postgres, Proxy
from server import Server


class SeveralServers(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.postgres = cls.enterClassContext(Postgres())

    def setUp(self):
        self.postgres.sql("DROP TABLE IF EXISTS list, subscribers")

    def serve(self, *options, store=None):
        return self.enterContext(Server("--latency", "0", *options, store=store or self.postgres.store))

    async def sign_up(self, tab, address, key=None):
        await tab.type(address)
        await tab.until(lambda tab: tab.text("email") == address and tab.is_enabled)
        await tab.click(key)

    async def lists(self, tabs, addresses):
        for tab in tabs:
            await tab.until(
                # Before the first answer of the database, the list is empty, too.
                lambda tab: tab.text("freshness") == "" and tab.looks.get("subscribers", {}).get("items") == addresses[::-1][:8]
                and tab.text("count") == str(len(addresses)))

    async def test_all_pages_show_one_list(self):
        servers = await asyncio.gather(*[asyncio.to_thread(self.serve) for _ in range(3)])
        tabs = [await server.tab() for server in servers for _ in range(2)]
        for number, tab in enumerate(tabs):
            await self.sign_up(tab, f"{number}@example.org")
            await tab.until(lambda tab: tab.text("status") == "Thanks")
        await self.lists(tabs, [f"{number}@example.org" for number in range(6)])

    async def test_an_address_is_taken_once(self):
        tabs = [await self.serve().tab() for _ in range(3)]
        await asyncio.gather(*[tab.type("Ada@example.org") for tab in tabs])
        await asyncio.gather(*[tab.until(lambda tab: tab.is_enabled and tab.text("email")) for tab in tabs])
        await asyncio.gather(*[tab.click(secrets.token_hex(16)) for tab in tabs])
        await asyncio.gather(*[tab.until(lambda tab: tab.text("status")[:5] in ("Thank", "Error")) for tab in tabs])
        statuses = sorted(tab.text("status") for tab in tabs)
        self.assertEqual(statuses, ["Error: Ada@example.org is already subscribed"] * 2 + ["Thanks"])
        self.assertEqual(self.postgres.addresses(), ["Ada@example.org"])

    async def test_a_click_repeated_at_another_server_counts_once(self):
        key = secrets.token_hex(16)
        for server in (self.serve(), self.serve()):
            tab = await server.tab()
            await self.sign_up(tab, "ada@example.org", key)
            await tab.until(lambda tab: tab.text("status") == "Thanks" and tab.looks["subscribe"].get("settled") == key)
        self.assertEqual(self.postgres.addresses(), ["ada@example.org"])

    async def test_a_change_without_a_notification_is_found(self):
        tab = await self.serve().tab()
        await self.lists([tab], [])
        self.postgres.sql("INSERT INTO subscribers VALUES (1, 'by@hand.org', ''); UPDATE list SET last = 1")
        await self.lists([tab], ["by@hand.org"])

    async def test_a_restored_backup_is_shown(self):
        server = self.serve()
        tab = await server.tab()
        for number in range(3):
            await self.sign_up(tab, f"{number}@example.org")
            await self.lists([tab], [f"{each}@example.org" for each in range(number + 1)])
        # Restores a backup without the last two addresses. The following changes belong to another history.
        self.postgres.sql("DELETE FROM subscribers WHERE number > 1; UPDATE list SET last = 1, history = history + 1")
        await self.lists([tab], ["0@example.org"])

    async def test_a_server_reconnects_after_the_database_has_closed_its_connection(self):
        tab = await self.serve().tab()
        for number in range(5):
            self.postgres.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'signup-web'")
            await self.sign_up(tab, f"{number}@example.org")
            await tab.until(lambda tab: tab.text("status") == "Thanks")
            await self.lists([tab], [f"{each}@example.org" for each in range(number + 1)])

    async def test_requests_wait_while_the_database_is_down(self):
        tab = await self.serve().tab()
        await self.lists([tab], [])
        self.postgres.do("stop")
        try:
            await tab.until(lambda tab: "cannot be reached" in tab.text("freshness"))
            await tab.type("ada@example.org")
            await tab.until(lambda tab: tab.text("validity") == "Cannot be checked at the moment")
            await self.sign_up(tab, "ada@example.org")
            await tab.until(lambda tab: tab.text("status") == "Sending request…")
        finally:
            self.postgres.do("start")
        await tab.until(lambda tab: tab.text("status") == "Thanks" and tab.text("freshness") == "")
        await self.lists([tab], ["ada@example.org"])

    async def test_a_silent_connection_is_abandoned(self):
        async with Proxy(self.postgres) as proxy:
            tab = await (await asyncio.to_thread(self.serve, store=proxy.store)).tab()
            await self.lists([tab], [])
            proxy.is_silent = True
            await tab.until(lambda tab: "cannot be reached" in tab.text("freshness"))
            self.postgres.sql("SELECT sign_up('{ada@example.org}', '{k}')")
            proxy.is_silent = False
            await self.lists([tab], ["ada@example.org"])


if __name__ == "__main__":
    unittest.main()
