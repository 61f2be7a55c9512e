"""Drives Chromium through its DevTools protocol: opens tabs, types, clicks, looks."""
import asyncio
import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile

from websocket import WebSocket


class Browser:
    """A headless Chromium, until the end of the `async with`."""

    async def __aenter__(self):
        self.directory = tempfile.mkdtemp()
        program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        self.process = subprocess.Popen(
            [
                program, "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-first-run",
                "--hide-scrollbars", "--remote-debugging-port=0", "--remote-allow-origins=*",
                f"--user-data-dir={self.directory}", "about:blank",
            ],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if found := re.search(r"DevTools listening on (ws://\S+)", line):
                break
        else:
            raise AssertionError("Chromium did not start")
        # What else it has to say is thrown away, so that it never has to wait for a reader.
        self.drain = asyncio.get_running_loop().run_in_executor(None, lambda: [None for _ in self.process.stderr])
        self.socket = await WebSocket.open(found[1], {"Origin": None})
        self.numbers = itertools.count(1)
        self.answers = {}
        self.errors = []
        self.reading = asyncio.create_task(self.read())
        return self

    async def __aexit__(self, *_):
        self.reading.cancel()
        self.socket.close()
        self.process.terminate()
        await asyncio.to_thread(self.process.wait)
        await self.drain
        self.process.stderr.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    async def read(self):
        while True:
            message = json.loads(await self.socket.receive())
            if "id" in message:
                self.answers.pop(message["id"]).set_result(message)
            elif message["method"] == "Runtime.exceptionThrown":
                self.errors.append(message["params"]["exceptionDetails"])

    async def ask(self, method, session=None, **parameters):
        number = next(self.numbers)
        answer = self.answers[number] = asyncio.get_running_loop().create_future()
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.socket.frame(json.dumps(message))
        async with asyncio.timeout(30):
            message = await answer
        if "error" in message:
            raise AssertionError(f"{method}: {message['error']}")
        return message["result"]

    async def profile(self):
        """A place with cookies of its own: another person's browser."""
        return (await self.ask("Target.createBrowserContext"))["browserContextId"]

    async def open(self, url, profile=None):
        place = {"browserContextId": profile} if profile else {}
        target = (await self.ask("Target.createTarget", url="about:blank", **place))["targetId"]
        session = (await self.ask("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        tab = BrowserTab(self, target, session)
        await tab.ask("Page.enable")
        await tab.ask("Runtime.enable")
        # A tab in the background is drawn and animated like one in front.
        await tab.ask("Emulation.setFocusEmulationEnabled", enabled=True)
        await tab.ask("Page.navigate", url=url)
        await tab.until(f"location.href.startsWith('{url}') && document.readyState", "complete")
        return tab


class BrowserTab:
    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session

    async def ask(self, method, **parameters):
        return await self.browser.ask(method, self.session, **parameters)

    async def evaluate(self, script):
        result = await self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise AssertionError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    async def until(self, script, expected=True, within=20):
        """Waits for a script to have a value."""
        value = None
        try:
            async with asyncio.timeout(within):
                while (value := await self.evaluate(script)) != expected:
                    await asyncio.sleep(0.02)
        except TimeoutError:
            raise AssertionError(f"{script} is {value!r} and not {expected!r}") from None

    async def text(self, element, expected):
        await self.until(f"document.getElementById('{element}')?.textContent", expected)

    async def value(self, element, expected):
        await self.until(f"document.getElementById('{element}')?.value", expected)

    async def enabled(self, element, expected=True):
        await self.until(f"document.getElementById('{element}')?.disabled", not expected)

    async def focus(self, element):
        await self.evaluate(f"document.getElementById('{element}').focus()")

    async def press(self, character):
        """One key of the keyboard."""
        await self.ask("Input.dispatchKeyEvent", type="keyDown", text=character, key=character)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", key=character)

    async def type(self, element, text, pause=0):
        await self.focus(element)
        for character in text:
            await self.press(character)
            await asyncio.sleep(pause)

    async def clear(self, element):
        await self.focus(element)
        await self.evaluate(f"document.getElementById('{element}').select()")
        await self.ask("Input.dispatchKeyEvent", type="keyDown", key="Backspace", code="Backspace", windowsVirtualKeyCode=8)
        await self.ask("Input.dispatchKeyEvent", type="keyUp", key="Backspace", code="Backspace", windowsVirtualKeyCode=8)

    async def click(self, element, count=1):
        """With the mouse, in the middle of it."""
        box = await self.evaluate(
            f"(r => [r.x + r.width / 2, r.y + r.height / 2])(document.getElementById('{element}').getBoundingClientRect())")
        for _ in range(count):
            for kind in ("mousePressed", "mouseReleased"):
                await self.ask("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    async def reload(self):
        await self.ask("Page.reload")

    async def close(self):
        await self.browser.ask("Target.closeTarget", targetId=self.target)

    async def screenshot(self, path, width=1100, height=900, scale=1):
        await self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        image = await self.ask("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(image["data"]))
