"""Three servers behind nginx, one database and six hundred people, while servers and the database fail repeatedly.

PEOPLE=600 RESTARTS=20 KILLS=5 COMMITS=100 python3 -m unittest test_servers
"""
import asyncio
import os
import random
import resource
import statistics
import time
import unittest

from nginx import Nginx
from people import Person
from postgres import Postgres, Proxy
from server import Server

PEOPLE = int(os.environ.get("PEOPLE", "600"))
RESTARTS = int(os.environ.get("RESTARTS", "20"))
KILLS = int(os.environ.get("KILLS", "5"))
COMMITS = int(os.environ.get("COMMITS", "100"))
SERVERS = 3
OPTIONS = ("--latency", "0", "--linger", "500", "--patience", "30000")


class Servers(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192), hard))

    def setUp(self):
        self.postgres = self.enterContext(Postgres())

    def start(self, count, store):
        servers = [self.enterContext(Server(*OPTIONS, store=store)) for _ in range(count)]
        return servers, self.enterContext(Nginx(servers))

    async def people(self, count, url):
        people = [Person(url) for _ in range(count)]
        await asyncio.gather(*[person.page() for person in people])
        return people

    async def leave(self, people, servers):
        for person in people:
            person.leave()
        for server in servers:
            await server.stats_when(lambda stats: stats["sockets"] == stats["sessions"] == stats["models"] == 0)

    async def one_list(self, people, within=240):
        """Waits until all pages show the list of the database, and returns the list."""
        kept = await asyncio.to_thread(self.postgres.addresses)
        newest = kept[::-1][:8]
        await asyncio.gather(*[
            person.watch(
                lambda tab: tab.text("count") == str(len(kept)) and tab.looks["subscribers"]["items"] == newest, within)
            for person in people])
        return kept

    async def test_sign_ups_a_second(self):
        for count in range(1, SERVERS + 1):
            servers, nginx = await asyncio.to_thread(self.start, count, self.postgres.store)
            people = await self.people(60, nginx.url)
            begin, total = time.monotonic(), 0

            async def hurry(place, person):
                nonlocal total
                while time.monotonic() < begin + 4:
                    await person.sign_up(f"{count}.{place}.{len(person.waits)}@example.org")
                    total += 1

            await asyncio.gather(*[hurry(place, person) for place, person in enumerate(people)])
            took = time.monotonic() - begin
            waits = [wait for person in people for wait in person.waits]
            await self.one_list(people)
            print(
                f"\nservers: {count} on {os.cpu_count()} cores, {total / took:.0f} sign-ups a second by {len(people)} people, each answered in "
                f"{1_000 * statistics.median(waits):.0f} ms (median)", end="", flush=True)
            await self.leave(people, servers)

    async def test_from_the_commit_to_the_last_page(self):
        servers, nginx = await asyncio.to_thread(self.start, SERVERS, self.postgres.store)
        people = await self.people(PEOPLE, nginx.url)
        await self.one_list(people)
        times = []
        for number in range(1, COMMITS + 1):
            async def seen(person):
                await person.tab.until(lambda tab: tab.text("count") == str(number))
                return time.time()
            seeing = asyncio.gather(*[seen(person) for person in people])
            rows = await asyncio.to_thread(
                self.postgres.sql, f"SELECT sign_up('{{{number}@example.org}}', '{{k}}')",
                "SELECT extract(epoch FROM clock_timestamp())")
            times.append(max(await seeing) - float(rows[-1]))
        times.sort()
        print(
            f"\nfrom the commit to the last of {PEOPLE} pages on {SERVERS} servers: {1_000 * statistics.median(times):.0f} ms "
            f"(median of {len(times)}), {1_000 * times[len(times) * 99 // 100]:.0f} ms (99th percentile)", end="", flush=True)
        await self.leave(people, servers)

    async def test_everything_fails_and_nothing_is_lost(self):
        async with Proxy(self.postgres) as proxy:
            servers, nginx = await asyncio.to_thread(self.start, SERVERS, proxy.store)
            people = await self.people(PEOPLE, nginx.url)
            acknowledged = []
            failing = True
            resident = 0

            async def live(place, person):
                number = 0
                while failing:
                    address = f"{place}.{number}@example.org"
                    await person.sign_up(address)
                    acknowledged.append(address)
                    number += 1
                    await asyncio.sleep(random.uniform(1, 5))

            async def restart_the_database():
                for number in range(RESTARTS):
                    await asyncio.to_thread(self.postgres.do, "restart" if number % 2 else "crash")
                    await asyncio.sleep(random.uniform(0.2, 1.5))

            async def kill(server):
                for _ in range(KILLS):
                    await asyncio.sleep(random.uniform(2, 6))
                    await asyncio.to_thread(server.restart)

            async def cut():
                while failing:
                    await asyncio.sleep(random.uniform(0.5, 3))
                    proxy.cut()

            async def weigh():
                nonlocal resident
                while failing:
                    for server in servers:
                        try:
                            resident = max(resident, (await asyncio.to_thread(server.stats))["resident"])
                        except (OSError, ValueError):
                            pass
                    await asyncio.sleep(1)

            begin = time.monotonic()
            others = [asyncio.create_task(task) for task in (cut(), weigh())]
            living = [asyncio.create_task(live(place, person)) for place, person in enumerate(people)]
            await asyncio.gather(restart_the_database(), *[kill(server) for server in servers])
            failing = False
            await asyncio.gather(*others)
            await asyncio.wait_for(asyncio.gather(*living), 120)
            calm = time.monotonic()
            kept = await self.one_list(people)
            done = time.monotonic()

            self.assertEqual(len(kept), len(set(kept)), "an address is on the list twice")
            self.assertEqual(sorted(kept), sorted(acknowledged))
            self.assertLess(resident, 400_000, "memory grows")
            waits = sorted(wait for person in people for wait in person.waits)
            print(
                f"\n{RESTARTS} restarts of PostgreSQL, {KILLS} of each of {SERVERS} servers in {calm - begin:.0f} s: {len(kept)} sign-ups of {PEOPLE} "
                f"people, each acknowledged and on the list once; {sum(person.reconnections for person in people)} reconnections; an answer took "
                f"{statistics.median(waits):.1f} s (median), {waits[len(waits) * 99 // 100]:.1f} s (99th percentile); one list on all pages "
                f"{done - calm:.1f} s later; at most {resident // 1_024} MB a server", end="", flush=True)
            await self.leave(people, servers)


if __name__ == "__main__":
    unittest.main()
