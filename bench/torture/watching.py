"""Watch what a process does beside its work: the files it opens, what it starts and sends.

Python tells a hook of each such event, and a hook stays for good: so watch only in a process that
ends soon.
"""

from __future__ import annotations

import os
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import CodeType
from typing import Any

from section import ROOT

from sfrules import authored
from sfrules.press.things.book import Book, Record

# What nothing that is tried has any business with.
FORBIDDEN = frozenset(
    """
    ctypes.dlopen ctypes.dlsym ctypes.call_function ctypes.addressof ctypes.string_at
    os.chdir os.chmod os.chown os.exec os.fork os.forkpty os.kill os.killpg os.link os.mkdir
    os.posix_spawn os.putenv os.remove os.rename os.rmdir os.spawn os.symlink os.system os.truncate
    os.unsetenv os.utime pty.spawn shutil.copyfile shutil.move shutil.rmtree
    socket.__new__ socket.bind socket.connect socket.getaddrinfo socket.gethostbyname socket.sendto
    ftplib.connect http.client.connect smtplib.connect urllib.Request webbrowser.open
    gc.get_objects gc.get_referrers sys.settrace sys.setprofile
    pickle.find_class
    """.split()
)
_OWN = (
    ROOT / "sfrules",
    ROOT / "tables",
    ROOT / "bench",
    Path(sys.prefix),
    Path(sys.base_prefix),
    *map(Path, sysconfig.get_paths().values()),
    *map(Path, sys.path),
)
_OF_TYPER = "PYDANTIC_DISABLE_PLUGINS"
_HARMLESS = ("/dev/null", "/dev/urandom", "/proc/self/", "/etc/mime.types", "/usr/share/zoneinfo")
_WITHIN_WORK = frozenset(
    "os.mkdir os.remove os.rename os.rmdir os.chmod os.utime shutil.rmtree shutil.copyfile".split()
)


class Watch:
    """Keeps the events that are not allowed; `folder` is where what is tried may work."""

    def __init__(self, folder: Path, canary: Path) -> None:
        self.seen: list[str] = []
        self._folders = tuple({f"{each.resolve()}{os.sep}" for each in (*_OWN, folder)})
        self._folder = f"{folder.resolve()}{os.sep}"
        self._canary = str(canary.resolve())
        sys.addaudithook(self._hook)

    def taken(self) -> list[str]:
        """What was seen since this was last asked."""
        seen, self.seen = self.seen, []
        return seen

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            if said := self._opened(arguments[0]):
                self.seen.append(said)
        elif event == "subprocess.Popen":
            self.seen.append(f"it starts {arguments[0]!r}")
        elif event in _WITHIN_WORK and _path(arguments[-1 if "copy" in event else 0]).startswith(
            self._folder
        ):
            return
        elif event in FORBIDDEN:
            said = f"{event} {arguments!r:.80}"
            self.seen += [] if _OF_TYPER in said else [said]
        elif event == "exec":
            self.seen += self._executed(arguments[0])

    def _executed(self, code: object) -> list[str]:
        name = code.co_filename if isinstance(code, CodeType) else repr(code)
        # The annotations of a rule are read when it is first asked for.
        annotation = sys._getframe(2).f_globals.get("__name__") == "typing"  # noqa: SLF001
        known = annotation or name.startswith((*self._folders, "<frozen "))
        return [] if known else [f"it executes {name}"]

    def _opened(self, name: object) -> str:
        if isinstance(name, int):
            return ""
        path = _path(name)
        if path == self._canary:
            return "it opens the canary"
        own = f"/proc/{os.getpid()}/statm"  # how much memory is in use, for its bound
        allowed = path == own or path.startswith((*self._folders, *_HARMLESS))
        return "" if allowed else f"it opens {path}"


def _path(name: object) -> str:
    try:
        return os.path.realpath(os.fsdecode(name))  # type: ignore[arg-type] # whatever it was
    except (TypeError, ValueError):
        return repr(name)


def workplace() -> Path:
    """A folder of its own for what is tried."""
    return Path(tempfile.mkdtemp(prefix="torture-")).resolve()


def state(book: Book) -> dict[str, str]:
    """What must stay as it is: the rules' code, the rows, the names of the rules' modules."""
    found: dict[str, str] = {}
    for space, members in book.namespaces.items():
        for name, member in members.items():
            found[f"{space}.{name}"] = _member(member)
    for table in authored.names():
        found[f"table {table}"] = repr([(dict(authored.cells_of(r))) for r in authored.rows(table)])
    for name, module in sorted(sys.modules.items()):
        if name.startswith("sfrules.rules"):
            found[f"module {name}"] = _names(vars(module))
    found["builtins"] = _names(vars(sys.modules["builtins"]))
    return found


def _member(member: object) -> str:
    if isinstance(member, Record):
        return repr(dict(member.fields))
    rule: Any = member
    plain = getattr(rule, "__wrapped__", rule)
    code: CodeType = plain.__code__
    return repr((code.co_code, code.co_consts, code.co_names, plain.__defaults__, rule.__doc__))


def _names(names: Mapping[str, object]) -> str:
    return repr([(name, id(value)) for name, value in names.items() if name != "_"])
