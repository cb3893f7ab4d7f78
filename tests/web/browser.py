"""
A headless Chromium that is told what to do over two pipes, in the words of
the DevTools protocol: JSON, each message ended by a NUL.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
from base64 import b64decode
from itertools import count
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

#: Seconds that anything may take on a busy machine.
PATIENCE = 60.0

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")

if CHROMIUM is None:
    # Here, so that it is one line for all modules that need one.
    pytest.skip("there is no Chromium here", allow_module_level=True)


class Browser:
    """One page in a browser of its own, with a profile in a directory."""

    def __init__(self, profile: Path, *options: str) -> None:
        assert CHROMIUM is not None
        theirs_in, self._out = os.pipe()
        self._in, theirs_out = os.pipe()
        spare = [os.dup(theirs_in), os.dup(theirs_out)]

        def plug() -> None:
            # Over copies, lest one of the two overwrites the other.
            first, second = (os.dup(fd) + 0 for fd in spare)
            os.dup2(os.dup(first), 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--hide-scrollbars", f"--user-data-dir={profile}", "--remote-debugging-pipe",
             *options, "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            preexec_fn=plug, close_fds=False,
        )  # fmt: skip
        for fd in (theirs_in, theirs_out, *spare):
            os.close(fd)
        self._numbers = count(1)
        self._rest = b""
        self.complaints: list[str] = []
        """What the page has written to the console, and what it threw."""
        target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session: str = attached["sessionId"]
        self.tell("Page.enable")
        self.tell("Runtime.enable")
        self.tell("Log.enable")

    def tell(self, method: str, **parameters: Any) -> dict[str, Any]:
        """One command for the page; what it answers."""
        return self._ask(method, parameters, self._session)

    def open(self, address: str) -> None:
        """Go there."""
        self.tell("Page.navigate", url=address)

    def size(self, width: int, height: int) -> None:
        """Be a window of this size."""
        self.tell(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def value(self, script: str) -> Any:
        """What an expression of JavaScript is."""
        found = self.tell("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def until(self, script: str) -> Any:
        """The value of an expression once it is true."""
        end = monotonic() + PATIENCE
        while monotonic() < end:
            value = self.value(script)
            if value or value == {}:  # an element has no value
                return value
            select.select([self._in], [], [], 0.05)
            self._read_ready()
        raise AssertionError(f"never true: {script}\n{self.value('document.body?.innerText')}")

    def until_it_says(self, text: str) -> None:
        """Wait until this is to be read on the page."""
        self.until(f"(document.body?.innerText ?? '').includes({json.dumps(text)})")

    def press(self, key: str, code: int) -> None:
        """Press a key and let it go."""
        for kind in ("rawKeyDown", "keyUp"):
            self.tell("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code)

    def picture(self, path: Path) -> None:
        """Keep what is to be seen, as PNG."""
        path.write_bytes(b64decode(self.tell("Page.captureScreenshot")["data"]))

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait(PATIENCE)
        os.close(self._in)
        os.close(self._out)

    def _ask(self, method: str, parameters: Any, session: str | None = None) -> dict[str, Any]:
        number = next(self._numbers)
        told = {"id": number, "method": method, "params": parameters}
        if session is not None:
            told["sessionId"] = session
        os.write(self._out, json.dumps(told).encode() + b"\0")
        end = monotonic() + PATIENCE
        while monotonic() < end:
            message = self._next(end)
            if message.get("id") == number:
                assert "error" not in message, message
                result: dict[str, Any] = message["result"]
                return result
        raise AssertionError(f"no answer to {method}")

    def _next(self, end: float) -> dict[str, Any]:
        """The next message; complaints are kept."""
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], max(0.0, end - monotonic()))
            assert ready, "the browser says nothing"
            data = os.read(self._in, 1 << 16)
            assert data, "the browser has ended"
            self._rest += data
        text, _, self._rest = self._rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        self._note(message)
        return message

    def _read_ready(self) -> None:
        while b"\0" in self._rest or select.select([self._in], [], [], 0)[0]:
            self._next(monotonic() + PATIENCE)

    def _note(self, message: dict[str, Any]) -> None:
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(parameters["exceptionDetails"])[:500])
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            entry = parameters["entry"]
            self.complaints.append(f"{entry['text']} {entry.get('url', '')}")
        elif method == "Runtime.consoleAPICalled" and parameters["type"] == "error":
            self.complaints.append(json.dumps(parameters["args"])[:500])
