"""The page in a real browser: people type, click, reload and open a second tab."""
import os
import unittest

from browser import Browser
from playwright.async_api import expect
from server import Server

FIELD = "document.getElementById('email').value"


class Page(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        self.browser = await self.enterAsyncContext(Browser())

    def serve(self, *options):
        return self.enterContext(Server(*options))

    def expect(self, server, **figures):
        stats = server.stats()
        self.assertEqual({name: stats[name] for name in figures}, figures)

    async def ready_to_subscribe(self, server):
        """Returns a tab with a typed address that can be subscribed."""
        tab = await self.browser.open(server.url)
        await tab.type("email", "ada@example.org")
        await tab.enabled("subscribe")
        return tab

    async def two_tabs(self, server):
        """Returns two tabs of one person that show everything."""
        tabs = [await self.browser.open(server.url) for _ in range(2)]
        for tab in tabs:
            await tab.until("document.querySelectorAll('.lane').length > 0")
        return tabs

    async def signed_up(self, server, address):
        """Subscribes an address from a page without a browser."""
        tab = await server.tab()
        await tab.type(address)
        await tab.click()
        await tab.until(lambda tab: tab.text("status") == "Thanks")
        return tab

    async def asyncTearDown(self):
        self.assertEqual(self.browser.errors, [])

    async def test_a_person_signs_up(self):
        server = self.serve("--latency", "1500")
        tab = await self.browser.open(server.url)
        await tab.enabled("subscribe", False)
        await tab.type("email", "ada@example")
        await tab.text("validity", "Not an address yet")
        await tab.enabled("subscribe", False)
        await tab.type("email", ".org")
        await tab.text("validity", "Free")
        await tab.enabled("subscribe")
        await tab.until("document.getElementById('sending').hidden", True)

        # Records every colour of the verdict from here on.
        await tab.evaluate("""
          window.tones = [];
          const verdict = document.getElementById("validity");
          new MutationObserver(() => tones.push(verdict.dataset.tone)).observe(verdict, { attributes: true });
        """)
        await tab.click("subscribe")
        await tab.text("status", "Sending request…")
        await tab.until("document.getElementById('sending').hidden", False)
        await tab.until("document.getElementById('sending').ariaValueNow >= 50")
        await tab.enabled("subscribe", False)

        await tab.text("status", "Thanks")
        await tab.until("document.getElementById('sending').hidden", True)
        await tab.text("validity", "On the list")
        await tab.text("count", "1")
        await tab.text("subscribers", "ada@example.org")
        await tab.enabled("subscribe", False)
        self.assertEqual(set(await tab.evaluate("tones")), {"good"})

        await tab.type("email", ".uk")
        await tab.enabled("subscribe")

    async def test_the_page_has_an_icon(self):
        server = self.serve()
        tab = await self.browser.open(server.url)
        size = """
          (async () => {
            const icon = new Image();
            icon.src = document.querySelector("link[rel=icon]").href;
            await icon.decode();
            return icon.naturalWidth;
          })()
        """
        self.assertGreater(await tab.evaluate(size), 0)

    async def test_enter_is_a_click(self):
        server = self.serve("--latency", "0")
        tab = await self.ready_to_subscribe(server)
        await tab.press("Enter")
        await tab.text("status", "Thanks")

    async def test_a_second_click_is_ignored(self):
        server = self.serve("--latency", "1500")
        tab = await self.ready_to_subscribe(server)
        await tab.evaluate("""
          window.statuses = [];
          const status = document.getElementById("status");
          new MutationObserver(() => statuses.push(status.textContent)).observe(status, { childList: true });
        """)
        # Two clicks, and two Returns, before the server can answer. Return submits the form.
        await tab.evaluate("document.getElementById('subscribe').click(); document.getElementById('subscribe').click()")
        await tab.evaluate("document.querySelector('form').requestSubmit(); document.querySelector('form').requestSubmit()")
        await tab.text("status", "Thanks")
        self.assertEqual(await tab.evaluate("statuses"), ["Sending request…", "Thanks"])
        await tab.text("count", "1")

    async def test_the_button_is_busy_before_the_server_answers(self):
        server = self.serve("--latency", "0")
        tab = await self.ready_to_subscribe(server)
        # Delays the messages of the page.
        await tab.evaluate("window.late = []; window.send = socket.send; socket.send = message => late.push(message)")
        await tab.press("Enter")
        await tab.until("document.getElementById('subscribe').ariaBusy", "true")
        await tab.evaluate("for (const message of late) send.call(socket, message)")
        await tab.text("status", "Thanks")
        await tab.until("document.getElementById('subscribe').ariaBusy", "false")

    async def test_the_page_is_used_with_the_keyboard_only(self):
        server = self.serve("--latency", "0")
        tab = await self.browser.open(server.url)
        # The field has the focus from the start.
        await tab.page.keyboard.type("ada@example.org")
        await tab.enabled("subscribe")
        await tab.press("Tab")
        self.assertEqual(await tab.evaluate("document.activeElement.id"), "subscribe")
        self.assertTrue(await tab.evaluate("document.activeElement.matches(':focus-visible')"))
        await tab.press("Space")
        await tab.text("status", "Thanks")
        await tab.press("Shift+Tab")
        self.assertEqual(await tab.evaluate("document.activeElement.id"), "email")

    async def test_the_field_names_its_verdict_and_marbles_are_one_picture(self):
        server = self.serve("--latency", "0")
        tab = await self.browser.open(server.url)
        await tab.type("email", "ada@example.org")
        await tab.text("validity", "Free")
        field = tab.page.locator("#email")
        self.assertEqual(await field.get_attribute("aria-describedby"), "validity")
        self.assertEqual(await field.get_attribute("autocomplete"), "email")
        # A screen reader finds one element, and not one for each letter.
        await tab.until("document.querySelectorAll('.lane').length > 0")
        picture = (await tab.page.locator("#streams").aria_snapshot()).splitlines()
        self.assertEqual(len(picture), 1)
        self.assertTrue(picture[0].startswith('- img "A row for each stream, with a marble for each value"'), picture)

    async def test_a_screen_reader_finds_each_element_with_its_name(self):
        server = self.serve("--latency", "0")
        await self.signed_up(server, "grace@navy.example")
        tab = await self.browser.open(server.url)
        await tab.type("email", "ada@example.org")
        await tab.text("validity", "Free")
        await tab.click("subscribe")
        await tab.text("status", "Thanks")
        await tab.text("count", "2")
        await tab.enabled("subscribe", False)
        await expect(tab.page.locator("main")).to_match_aria_snapshot("""
          - text: E-mail address
          - textbox "E-mail address": ada@example.org
          - button "Subscribe" [disabled]
          - status: On the list
          - status: Thanks
          - region "Subscribers 2":
            - heading "Subscribers 2" [level=2]
            - list:
              - listitem: ada@example.org
              - listitem: grace@navy.example
          - region "The streams at work":
            - heading "The streams at work" [level=2]
            - img "A row for each stream, with a marble for each value"
        """)

    async def test_an_error_is_shown(self):
        server = self.serve("--latency", "0")
        await self.signed_up(server, "ada@example.org")
        tab = await self.browser.open(server.url)
        await tab.type("email", "ada@example.org")
        await tab.text("validity", "Already on the list")
        await tab.enabled("subscribe")
        await tab.click("subscribe")
        await tab.text("status", "Error: ada@example.org is already subscribed")
        await tab.text("validity", "Already on the list")
        await tab.enabled("subscribe")
        await tab.text("count", "1")

    async def test_a_reload_finds_everything_as_it_was(self):
        server = self.serve("--latency", "0")
        tab = await self.ready_to_subscribe(server)
        await tab.click("subscribe")
        await tab.text("status", "Thanks")
        await tab.evaluate("window.isOld = true")
        await tab.reload()
        await tab.until("window.isOld === undefined && document.readyState", "complete")
        await tab.value("email", "ada@example.org")
        await tab.text("status", "Thanks")
        await tab.text("subscribers", "ada@example.org")
        self.expect(server, sessions=1)

    async def test_the_status_of_one_address_is_not_shown_for_the_next(self):
        server = self.serve("--latency", "0")
        tab = await self.ready_to_subscribe(server)
        await tab.press("Enter")
        await tab.text("status", "Thanks")
        await tab.type("email", ".uk")
        await tab.text("status", "")
        await tab.reload()
        await tab.value("email", "ada@example.org.uk")
        await tab.text("status", "")

    async def test_spaces_around_an_address_are_not_a_part_of_it(self):
        server = self.serve("--latency", "0")
        tab = await self.browser.open(server.url)
        await tab.type("email", " ada@example.org ")
        await tab.text("validity", "Free")
        await tab.enabled("subscribe")

    async def test_the_button_keeps_the_focus(self):
        server = self.serve("--latency", "300")
        tab = await self.ready_to_subscribe(server)
        await tab.press("Tab")
        await tab.press("Enter")
        await tab.text("status", "Thanks")
        self.assertEqual(await tab.evaluate("document.activeElement.id"), "subscribe")

    async def test_nothing_is_wider_than_a_narrow_screen(self):
        server = self.serve("--latency", "0")
        for width in (320, 390):
            tab = await self.browser.open(server.url)
            await tab.size(width, 700)
            await tab.type("email", "ada.with.a.rather.long.name@a-domain-of-many-letters.example.org")
            await tab.until("document.querySelector('[data-name=validity] span') !== null")
            self.assertEqual(await tab.evaluate("document.documentElement.scrollWidth"), width)

    async def test_nothing_moves_when_progress_comes(self):
        server = self.serve("--latency", "1500")
        tab = await self.ready_to_subscribe(server)
        height = "document.querySelector('form').getBoundingClientRect().height"
        before = await tab.evaluate(height)
        await tab.click("subscribe")
        await tab.until("document.getElementById('sending').hidden", False)
        self.assertEqual(await tab.evaluate(height), before)

    async def test_marbles_stand_still_with_reduced_motion(self):
        server = self.serve()
        tab = await self.browser.open(server.url)
        await tab.page.emulate_media(reduced_motion="reduce")
        await tab.type("email", "abcdefghi")
        row = "document.querySelector('[data-name=email]')"
        await tab.until(f"[...{row}.children].map(marble => marble.textContent).join('')", "defghi")
        self.assertEqual(await tab.evaluate(f"{row}.getAnimations({{ subtree: true }}).length"), 0)

    async def test_without_javascript_the_page_names_its_requirement(self):
        server = self.serve()
        tab = await self.browser.open(server.url, await self.browser.profile(java_script_enabled=False))
        self.assertIn("This page needs JavaScript", await tab.page.locator("body").inner_text())
        await tab.enabled("subscribe", False)

    async def test_two_tabs_follow_each_other_keystroke_by_keystroke(self):
        server = self.serve("--latency", "0")
        one, two = await self.two_tabs(server)
        # Records every value that the script sets the second field to.
        await two.evaluate("""
          window.seen = [];
          const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          Object.defineProperty(document.getElementById("email"), "value", {
            get() { return value.get.call(this); },
            set(text) { window.seen.push(text); value.set.call(this, text); },
          });
        """)
        text = ""
        for character in "ada@ex":
            text += character
            await one.type("email", character)
            await two.value("email", text)
        self.assertEqual(await two.evaluate("window.seen"), ["a", "ad", "ada", "ada@", "ada@e", "ada@ex"])
        await two.type("email", "ample.org")
        await one.value("email", "ada@example.org")
        await two.enabled("subscribe")
        await two.click("subscribe")
        await one.text("status", "Thanks")
        self.expect(server, sockets=2, tabs=2, sessions=1)

    async def test_two_tabs_that_type_at_the_same_time_agree_in_the_end(self):
        server = self.serve()
        one, two = await self.two_tabs(server)
        for number in range(12):
            await one.type("email", "a")
            await two.type("email", "b")
        await one.until("fields.get('email').isAhead", False)
        await two.until("fields.get('email').isAhead", False)
        await two.value("email", await one.evaluate(FIELD))
        self.assertIn("b", await one.evaluate(FIELD))

    async def test_every_session_sees_the_list_grow(self):
        server = self.serve("--latency", "0")
        ada = await self.browser.open(server.url)
        grace = await self.browser.open(server.url, await self.browser.profile())
        await grace.type("email", "grace@navy.mil")
        await grace.enabled("subscribe")
        await ada.value("email", "")
        await grace.click("subscribe")
        await ada.text("subscribers", "grace@navy.mil")
        await ada.text("count", "1")
        await ada.text("status", "")
        self.expect(server, sessions=2)

    async def test_another_person_is_quicker(self):
        server = self.serve("--latency", "0")
        ada = await self.browser.open(server.url)
        await ada.type("email", "ada@example.org")
        await ada.text("validity", "Free")
        await self.signed_up(server, "ada@example.org")
        await ada.text("validity", "Already on the list")

    async def test_marbles_roll(self):
        server = self.serve()
        tab = await self.browser.open(server.url)
        lane = "[...document.querySelectorAll('[data-name=email] span')].map(marble => marble.textContent).join('')"
        await tab.until(lane, "∅")
        await tab.type("email", "ab")
        await tab.until(lane, "∅ab")
        last = "document.querySelector('[data-name=email] span:last-child').getBoundingClientRect().x"
        before = await tab.evaluate(last)
        await tab.until(f"{last} < {before}")

    async def test_marbles_of_fast_typing_do_not_cover_each_other(self):
        server = self.serve("--latency", "0")
        tab = await self.browser.open(server.url)
        await tab.until("document.querySelectorAll('.lane').length > 0")
        await tab.type("email", "ada.lovelace@analytical.example.org", pause=0.03)
        await tab.enabled("subscribe")
        await tab.press("Enter")
        await tab.text("status", "Thanks")
        overlaps = """
          [...document.querySelectorAll(".lane")].flatMap(lane => {
            const boxes = [...lane.children].map(marble => marble.getBoundingClientRect());
            return boxes.slice(1).filter((box, index) => box.left < boxes[index].right).map(() => lane.dataset.name);
          })
        """
        self.assertEqual(await tab.evaluate(overlaps), [])
        # A marble shows its newest value; its title lists all of them.
        self.assertEqual(await tab.evaluate("document.querySelector('[data-name=email] span:last-child').textContent.at(-1)"), "g")
        self.assertEqual(
            await tab.evaluate("[...document.querySelectorAll('[data-name=email] span')].map(marble => marble.title).join(' ')"),
            " ".join("∅ada.lovelace@analytical.example.org"))

    async def test_a_closed_tab_releases_its_objects(self):
        server = self.serve("--linger", "100")
        tab = await self.browser.open(server.url)
        await tab.type("email", "ada@example.org")
        await tab.text("validity", "Free")
        self.expect(server, tabs=1, pages=1, models=1)
        await tab.close()
        await server.stats_when(lambda s: s["sockets"] == s["sessions"] == s["tabs"] == s["pages"] == s["models"] == 0)

    async def test_typed_scripts_are_text(self):
        server = self.serve("--latency", "0")
        tab = await self.browser.open(server.url)
        evil = "<img/src=x/onerror=alert(1)>@example.org"
        await tab.type("email", evil)
        await tab.text("validity", "Not an address yet")
        await tab.enabled("subscribe", False)
        await tab.value("email", evil)
        self.assertEqual(await tab.evaluate("document.querySelectorAll('img').length"), 0)

    async def test_a_restarted_server_receives_the_text_typed_meanwhile(self):
        server = self.serve("--latency", "0")
        tab = await self.browser.open(server.url)
        await tab.type("email", "ada@")
        await tab.until("fields.get('email').isAhead", False)
        server.kill()
        await tab.text("connection", "Not connected. Trying again…")
        await tab.type("email", "example.org")
        server.restart()
        await tab.text("connection", "")
        await tab.text("validity", "Free")
        await tab.value("email", "ada@example.org")
        await tab.click("subscribe")
        await tab.text("status", "Thanks")

    async def test_pictures_are_taken(self):
        if not os.environ.get("SCREENSHOT"):
            self.skipTest("set SCREENSHOT to take the pictures")
        server = self.serve("--latency", "4000")
        for address in ("alan@bletchley.example", "grace@navy.example", "barbara@mit.example"):
            (await self.signed_up(server, address)).close()
        tab = await self.browser.open(server.url)
        await tab.size(1040, 780)
        async with tab.film(os.environ.get("FILM")):
            await tab.type("email", "ada@example.org", pause=0.2)
            await tab.text("validity", "Free")
            await tab.enabled("subscribe")
            await tab.click("subscribe")
            await tab.text("status", "Sending request…")
            # Waits until the last marble has rolled into view.
            x = "document.querySelector('[data-name=status] span:last-child').getBoundingClientRect().right"
            await tab.until(f"{x} < 900")
            await tab.screenshot(os.environ.get("SCREENSHOT"))
            await tab.text("status", "Thanks")
            await tab.until(f"{x} < 850")


if __name__ == "__main__":
    unittest.main()
