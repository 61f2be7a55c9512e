"""The page of live marbles in a real browser: marbles are dragged, and moved with the keyboard."""
import os
import unittest
import urllib.parse

from browser import Browser
from program import Program

OUTPUT = "[...document.querySelectorAll('.output .line')].map(line => line.ariaLabel).join()"
TEXT = "document.querySelector('.input input').value"


class Marbles(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.program = cls.enterClassContext(Program("marbles"))

    async def asyncSetUp(self):
        self.browser = await self.enterAsyncContext(Browser())

    async def asyncTearDown(self):
        self.assertEqual(self.browser.errors, [])

    async def open(self, operator, *lines, profile=None, **more):
        query = urllib.parse.urlencode([("operator", operator), *[("input", line) for line in lines], *more.items()])
        tab = await self.browser.open(f"{self.program.url}/?{query}", profile)
        tab.page.on("console", lambda message: message.type == "error" and self.browser.errors.append(message.text))
        await tab.until("document.querySelectorAll('.output').length > 0")
        return tab

    async def drag(self, tab, index, by, down=0):
        """Drags a marble of the first input by some ticks."""
        box = await tab.page.locator(".input .marble").nth(index).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        await tab.page.mouse.move(x, y)
        await tab.page.mouse.down()
        await tab.page.mouse.move(x + by * box["width"], y + down, steps=4)
        await tab.page.mouse.up()

    async def test_a_marble_is_dragged_and_the_output_follows(self):
        tab = await self.open("debounce(for: 2 ticks)")
        await tab.until(OUTPUT, "debounce(for: 2 ticks): b at tick 3, c at tick 6, d at tick 10, completed at tick 10")
        await self.drag(tab, 1, 4)
        await tab.until(TEXT, "a---cb---d|")
        await tab.until(OUTPUT, "debounce(for: 2 ticks): a at tick 2, b at tick 7, d at tick 10, completed at tick 10")

    async def test_a_marble_leaves_and_another_comes(self):
        tab = await self.open("merge", "a-b-|", "--c|")
        await self.drag(tab, 0, 0, down=120)
        await tab.until(TEXT, "--b-|")
        await tab.page.locator(".input .line").first.click(position={"x": 12, "y": 16})
        await tab.until(TEXT, "c-b-|")
        await tab.until(OUTPUT, "merge: c at tick 0, b at tick 2, c at tick 2, completed at tick 4")

    async def test_the_keyboard_edits_as_the_mouse_does(self):
        tab = await self.open("take(2)", "a-b-c|")
        await tab.page.locator(".input .marble").first.focus()
        await tab.press("ArrowRight")
        await tab.until(TEXT, "-ab-c|")
        # The marble that was moved keeps the focus.
        await tab.until("document.activeElement.ariaLabel", "a at tick 1")
        await tab.press("z")
        await tab.until(TEXT, "-zb-c|")
        await tab.until(OUTPUT, "take(2): z at tick 1, b at tick 2, completed at tick 2")
        await tab.until("document.activeElement.ariaLabel", "z at tick 1")
        await tab.press("#")
        await tab.until(TEXT, "-z(b#)")
        await tab.until("document.activeElement.ariaLabel", "failed at tick 2")
        await tab.press("Shift+Tab")
        await tab.press("Delete")
        await tab.until(TEXT, "-z#")
        await tab.until(OUTPUT, "take(2): z at tick 1, failed at tick 2")

    async def test_typed_marbles_and_their_mistakes(self):
        tab = await self.open("sum()", "1-2|")
        text = tab.page.locator(".input input")
        await text.fill("1-(2")
        await tab.until("document.getElementById('mistake').textContent.includes('this group is not closed')")
        await tab.until("document.querySelector('.output').className", "row output is-stale")
        await text.fill("1-(23)|")
        await tab.until(OUTPUT, "sum(): 6 at tick 3, completed at tick 3")
        await tab.until("document.getElementById('mistake').textContent", "")

    async def test_the_link_names_operator_and_inputs(self):
        tab = await self.open("merge", "a-b|", "-c#")
        await tab.until(OUTPUT, "merge: a at tick 0, c at tick 1, b at tick 2, failed at tick 2")
        await tab.page.locator("#operator").select_option("collect(count: 2)")
        await tab.until(TEXT, "1--2--3--4--5--|")
        await tab.element("count").fill("3")
        await tab.until("document.getElementById('code').textContent", "let n = 3\nsource.collect(count: n)")
        await tab.until("document.getElementById('legend').textContent", "A = [1, 2, 3]   B = [4, 5]")
        other = await self.browser.open(await tab.evaluate("location.href"))
        await other.until(OUTPUT, await tab.evaluate(OUTPUT))
        self.assertEqual(await other.evaluate("document.getElementById('test').textContent"), await tab.evaluate("answer.test"))

    async def test_a_link_with_a_mistake_says_so(self):
        tab = await self.browser.open(f"{self.program.url}/?operator=fold")
        await tab.until("document.getElementById('mistake').textContent", "There is no operator fold. Choose one from the list.")
        await tab.until(TEXT, "ab--c----d|")

    async def test_the_test_is_copied(self):
        profile = await self.browser.profile(permissions=["clipboard-read", "clipboard-write"])
        tab = await self.open("zip(a, b)", profile=profile)
        await tab.click("copy-test")
        await tab.text("copied", "The test was copied")
        copied = await tab.evaluate("navigator.clipboard.readText()")
        self.assertIn('let b = time.cold("--x-y-z|").signal', copied)
        self.assertIn("return result.map { String(describing: $0) }", copied)

    async def test_it_fits_a_phone_and_the_dark(self):
        picture = os.environ.get("MARBLES")
        for width, height, scheme in ((320, 640, "dark"), (390, 844, "light"), (1040, 700, "light")):
            profile = await self.browser.profile(viewport={"width": width, "height": height}, color_scheme=scheme)
            tab = await self.open("combineLatest(a, b)", profile=profile)
            await tab.until("document.documentElement.scrollWidth", width)
        if picture:
            await tab.screenshot(picture)


if __name__ == "__main__":
    unittest.main()
