"""`sfrules serve`: a server of a preview that rebuilds what was saved, and reloads that alone."""

from __future__ import annotations

import gc
import re
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from mkdocs.livereload import LiveReloadServer, _serve_url
from watchdog.observers import Observer

from sfrules.ground.problems import report
from sfrules.ground.unforeseen import place_of
from sfrules.press.doors.configuration import load_site
from sfrules.press.doors.mkdocs_plugin import broken_off
from sfrules.press.doors.preview import Preview, SaveReport
from sfrules.press.doors.progress import Progress
from sfrules.press.doors.watch import SETTLED, follow, without_nul
from sfrules.press.site.weave.preview_boxes import panel

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIEnvironment

_POLL = re.compile(r"/livereload/(\d+)/\d+")


class PreviewServer(LiveReloadServer):
    """MkDocs' server, but it hears of changes from the system and tells each page of its own."""

    def __init__(self, preview: Preview, host: str, port: int, mount: str) -> None:
        super().__init__(self._rebuild, host, port, str(preview.site), mount)
        self.build_delay = SETTLED
        self.observer = Observer()  # type: ignore[assignment] # the system's, which need not poll
        self.set_app(without_nul(self.serve_request))
        self._preview = preview
        self._changed: set[Path] = set()
        self._lock = threading.Lock()
        self._panel = b""
        self._everywhere = self._visible_epoch
        self._since: dict[str, int] = {}  # when each page was last made, by its address

    def follow(self, path: Path) -> None:
        """Take note of what changes in a folder, or of a file."""
        if str(path) in self._watched_paths:
            return
        self._watched_paths[str(path)] = 1
        follow(self.observer, path, self._note)

    def _note(self, found: set[Path]) -> None:
        with self._lock:
            self._changed |= found
        with self._rebuild_cond:
            self._want_rebuild = True
            self._rebuild_cond.notify_all()

    def _rebuild(self) -> None:
        with self._lock:
            changed, self._changed = self._changed, set()
        try:
            told = self._preview.update(changed)
            for path in self._preview.watched():  # a setting may have named a folder more
                self.follow(path)
        except Exception as error:  # noqa: BLE001 whatever breaks a build is shown as a problem
            place = place_of(error) or self._preview.config_file.name
            told = SaveReport(problems=(broken_off(error, place),))
        if told:
            self.tell(told)
        gc.collect()  # nobody waits for it now, and what was made before holds much

    def tell(self, told: SaveReport) -> None:
        """Say in the terminal what was done, and let the browsers know."""
        print(f"{time.strftime('%H:%M:%S')} {told}", flush=True)  # noqa: T201 the terminal is the door
        if told.problems:
            print(report(told.problems), flush=True)  # noqa: T201 as above
        shown = panel(told.problems).encode()
        if told.whole or shown != self._panel:
            self._everywhere = self._wanted_epoch
        self._panel = shown
        for url in told.pages:
            self._since[f"{self.mount_path}{url.lstrip('/')}"] = self._wanted_epoch

    def _serve_request(
        self, environ: WSGIEnvironment, start_response: StartResponse
    ) -> Iterable[bytes] | None:
        if found := _POLL.fullmatch(environ["PATH_INFO"]):
            page, epoch = urlsplit(environ.get("HTTP_REFERER", "")).path, int(found[1])
            start_response("200 OK", [("Content-Type", "text/plain")])
            with self._epoch_cond:
                self._epoch_cond.wait_for(
                    lambda: self._last(page) > epoch, timeout=self.poll_response_timeout
                )
                return [b"%d" % self._last(page)]
        answer: Iterable[bytes] | None = super()._serve_request(environ, start_response)
        return answer

    def _last(self, page: str) -> int:
        """When a page was last made, as far as it can be seen already."""
        known = {page, page.removesuffix("index.html"), f"{page.rstrip('/')}/"}
        made = max((self._since.get(each, 0) for each in known), default=0)
        return min(max(made, self._everywhere), self._visible_epoch)

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        head, body, tail = content.rpartition(b"</body>")
        shown = head + self._panel + body + tail if body else content + self._panel
        injected: bytes = super()._inject_js_into_html(shown, epoch)  # type: ignore[no-untyped-call]
        return injected


def serve(config_file: Path, address: str = "", *, open_in_browser: bool = False) -> None:
    """Build a site, serve it, and rebuild what is saved, until it is interrupted.

    Raises:
        ProblemsFound: for a configuration that cannot be read, or a book that cannot be loaded.
    """
    config = load_site(config_file)
    host, port = config.dev_addr
    if address:
        host, _, number = address.rpartition(":")
        port = int(number)
    mount = urlsplit(config.site_url or "/").path
    preview = Preview(config_file, _serve_url(host, port, mount), Progress(sys.stderr))
    try:
        told = preview.build()
        server = PreviewServer(preview, host, port, mount)
        server.tell(told)
        for path in preview.watched():
            server.follow(path)
        server.error_handler = lambda code: _error_page(preview, code)
        print(f"serving on {server.url}", flush=True)  # noqa: T201 the terminal is the door
        try:
            server.serve(open_in_browser=open_in_browser)  # type: ignore[no-untyped-call]
        except KeyboardInterrupt:
            pass
        finally:
            server.shutdown()
    finally:
        preview.close()


def _error_page(preview: Preview, code: int) -> bytes | None:
    page = preview.site / f"{code}.html"
    return page.read_bytes() if page.is_file() else None
