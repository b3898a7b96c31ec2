"""`sfrules serve`: a server of a preview that rebuilds what was saved, and reloads that alone."""

from __future__ import annotations

import gc
import re
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from sfrules.ground.problems import Mistake, ProblemsFound, report
from sfrules.press.doors.progress import Progress
from sfrules.press.doors.site_build import SaveReport
from sfrules.press.doors.site_settings import checked_site
from sfrules.press.doors.watch import Saves
from sfrules.press.site.weave.preview_boxes import panel

if TYPE_CHECKING:  # a host is loaded when it is asked to serve
    from sfrules.press.doors.mkdocs.preview import Preview

ADDRESS = "127.0.0.1:8000"
_LONGEST = 60  # seconds that a browser waits for news before it asks again
_LATE = 5  # seconds that it may be late
_TICK = 0.05  # seconds until a page that is asked for is looked for among those made ahead
_WINDOWS = 3  # pages in view that are made before all others
_ASKED = re.compile(r"/livereload/(\d+)(/.*)")
# A browser has few connections to a server: a page that nobody looks at asks for nothing.
_SCRIPT = """\
<script>
(() => {
  let asked;
  const ask = async () => {
    asked = new AbortController();
    try {
      const news = await fetch("/livereload/%d" + location.pathname, { signal: asked.signal });
      if (Number(await news.text()) > %d) location.reload();
      else look();
    } catch (error) {
      if (error.name !== "AbortError") setTimeout(look, 3000);
    }
  };
  const look = () => {
    asked?.abort();
    if (document.visibilityState === "visible") ask();
  };
  addEventListener("load", look);
  addEventListener("visibilitychange", look);
  addEventListener("beforeunload", () => asked?.abort());
})();
</script>
"""


class PreviewServer(ThreadingHTTPServer):
    """Serves the files of a preview, and lets each page know when it was made again."""

    daemon_threads = True

    def __init__(self, preview: Preview, host: str, port: int, mount: str) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), partial(_Handler, directory=str(preview.site)))
        self.preview, self.mount = preview, mount
        self.building = threading.Lock()  # held while the site may be half built
        self.news = threading.Condition()
        self.now = _now()
        self._panel = ""
        self._everywhere = self.now
        self._since: dict[str, int] = {}  # when each page was last made, by its address
        self._asked: dict[str, float] = {}  # when each page last asked for news
        self.ahead: dict[Path, bytes] = {}  # the files of pages that are shown before the others

    def handle_error(self, request: object, client_address: object) -> None:
        """Leave a browser alone that has gone away."""

    def rebuild(self, changed: set[Path], saves: Saves) -> None:
        """Make again what depends on some files; it is seen when the next save can be heard."""
        with self.building:
            try:
                done = self.preview.update(changed, self._viewed(), self._show_ahead)
            except Exception as error:  # noqa: BLE001 whatever breaks a build is shown as a problem
                done = self.preview.failed(error)
            saves.listen()
            if done:
                self.report(done)
            self.ahead = {}
        gc.collect()  # nobody waits for it now, and what was made before holds much

    def report(self, done: SaveReport) -> None:
        """Say in the terminal what was done, and let the browsers know."""
        print(f"{time.strftime('%H:%M:%S')} {done}", flush=True)  # noqa: T201 the terminal is the door
        if done.problems:
            print(report(done.problems), flush=True)  # noqa: T201 as above
        shown = panel(done.problems)
        with self.news:
            self.now = max(_now(), self.now + 1)
            if done.whole or shown != self._panel:
                self._everywhere = self.now
            self._panel = shown
            self._tell(url for url in done.pages if shown or url not in done.ahead)

    def _tell(self, urls: Iterable[str]) -> None:
        """Tell the browsers of pages that have been made again."""
        self._since |= {f"{self.mount}{url.lstrip('/')}": self.now for url in urls}
        self.news.notify_all()

    def _show_ahead(self, urls: tuple[str, ...]) -> None:
        """Serve some pages while the others are made, without what is not known yet."""
        with self.news:
            files = (self.file(f"{self.mount}{url.lstrip('/')}") for url in urls)
            self.ahead = {file: file.read_bytes() for file in files}
            self.now = max(_now(), self.now + 1)
            self._tell(urls)

    def _viewed(self) -> list[str]:
        """The pages that a browser shows, which asks for news of them, the last one first."""
        since = time.monotonic() - _LONGEST - _LATE
        seen = sorted((when, page) for page, when in self._asked.items() if when > since)
        return [page.removeprefix(self.mount) or "/" for _, page in reversed(seen[-_WINDOWS:])]

    def file(self, path: str) -> Path:
        """The file for an address."""
        within = path[len(self.mount) :]
        return self.preview.site / (f"{within}index.html" if path.endswith("/") else within)

    def last(self, page: str) -> int:
        """When a page was last made."""
        known = {page, page.removesuffix("index.html"), f"{page.rstrip('/')}/"}
        return max(self._everywhere, *(self._since.get(each, 0) for each in known))

    def wait(self, page: str, since: int) -> int:
        """Wait until a page is made again; returns when it was last made."""
        with self.news:
            self._asked[page] = time.monotonic()
            self.news.wait_for(lambda: self.last(page) > since, timeout=_LONGEST)
            return self.last(page)

    def shown(self, html: bytes, *, ahead: bool = False) -> bytes:
        """A page with the problems of the book, and with a script that asks for news."""
        added = f"{'' if ahead else self._panel}{_SCRIPT % (self.now, self.now)}".encode()
        head, body, tail = html.rpartition(b"</body>")
        return head + added + body + tail if body else html + added


class _Handler(SimpleHTTPRequestHandler):
    server: PreviewServer

    def do_GET(self) -> None:
        """Answer with news, a page or a file."""
        path = unquote(urlsplit(self.path).path)
        if asked := _ASKED.fullmatch(path):
            self._send(200, "text/plain", b"%d" % self.server.wait(asked[2], int(asked[1])))
        elif path == "/" != self.server.mount:
            self.send_response(302)
            self.send_header("Location", self.server.mount)
            self.end_headers()
        elif "\0" in path or not f"{path}/".startswith(
            self.server.mount
        ):  # no file has such a name
            self._send_missing()
        else:
            while not (self._send_ahead(path) or self._send_made(path)):
                pass

    def _send_made(self, path: str) -> bool:
        """Answer, unless pages are being made."""
        if made := self.server.building.acquire(timeout=_TICK):
            try:
                self._send_file(path)
            finally:
                self.server.building.release()
        return made

    def _send_ahead(self, path: str) -> bool:
        """Answer while pages are made, if what is asked for is made or stays what it is."""
        server, file = self.server, self.server.file(path)
        if (html := server.ahead.get(file)) is not None:
            self._send(200, "text/html", server.shown(html, ahead=True))
        elif server.ahead and server.preview.settled(file.relative_to(server.preview.site)):
            self._send_file(path)
        else:
            return False
        return True

    def _send_file(self, path: str) -> None:
        file = Path(self.translate_path(path))
        if path.endswith("/"):
            file /= "index.html"
        if file.suffix == ".html" and file.is_file():
            self._send(200, "text/html", self.server.shown(file.read_bytes()))
        elif file.is_file() or (file / "index.html").is_file():  # a folder's address ends in "/"
            super().do_GET()
        else:
            self._send_missing()

    def _send_missing(self) -> None:
        page = self.server.preview.site / "404.html"
        self._send(404, "text/html", page.read_bytes() if page.is_file() else b"404 Not Found")

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def translate_path(self, path: str) -> str:
        """The file for an address below the one that the site is served at."""
        return super().translate_path("/" + path[len(self.server.mount) :])

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of requests: the terminal is for problems."""


def _now() -> int:
    return round(time.monotonic() * 1000)


def serve(config_file: Path, address: str, *, open_in_browser: bool) -> None:
    """Build a site, serve it, and rebuild what is saved, until it is interrupted.

    Raises:
        ProblemsFound: for a configuration that cannot be read, or a book that cannot be loaded.
    """
    from sfrules.press.doors.mkdocs.preview import Preview

    site = checked_site(config_file)
    address = address or str(site.values.get("dev_addr") or ADDRESS)
    host, _, port = address.rpartition(":")
    if not (host and port.isdecimal()):
        wrong = Mistake(f"{address} is no address to serve at", f"such as {ADDRESS}")
        raise ProblemsFound([site.problem_at("dev_addr", wrong)])
    mount = f"/{urlsplit(str(site.values.get('site_url') or '')).path.strip('/')}/".replace(
        "//", "/"
    )
    url = f"http://{address}{mount}"
    preview = Preview(config_file, url, Progress(sys.stderr))
    try:
        try:
            server = PreviewServer(preview, host.strip("[]"), int(port), mount)
        except (OSError, OverflowError) as error:
            why = error.strerror if isinstance(error, OSError) else "a port is at most 65535"
            taken = Mistake(
                f"nothing can be served at {address}: {why}", "sfrules serve --dev-addr HOST:PORT"
            )
            raise ProblemsFound([site.problem_at("dev_addr", taken)]) from None
        with server:
            server.report(preview.build())
            with suppress(KeyboardInterrupt), Saves(preview.watched) as saves:
                threading.Thread(target=server.serve_forever, daemon=True).start()
                print(f"serving on {url}", flush=True)  # noqa: T201 the terminal is the door
                if open_in_browser:
                    webbrowser.open(url)
                for changed in saves:
                    server.rebuild(changed, saves)
    finally:
        preview.close()
