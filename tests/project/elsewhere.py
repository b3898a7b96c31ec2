"""Run a program as on a system that has nothing of POSIX: `python elsewhere.py MODULE ARGUMENT…`.

Windows is what it imitates. What the standard library decided by the platform when it was built, it
decides as before: no more is hidden than a program could ask for.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import sys

MODULES = {"fcntl", "grp", "pwd", "resource", "termios", "tty"}
OF_OS = """
    O_NONBLOCK fork forkpty getegid geteuid getgid getuid mkfifo register_at_fork sched_getaffinity
    setsid statvfs uname
""".split()
OF_SIGNAL = "ITIMER_REAL SIGALRM SIGHUP SIGKILL SIGUSR1 alarm getitimer setitimer".split()


class Hidden:
    """A finder that finds none of the modules, and leaves all others to the others."""

    def find_spec(self, name, _path=None, _target=None):
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def hide() -> None:
    sys.meta_path.insert(0, Hidden())
    for name in MODULES:
        sys.modules.pop(name, None)
    os.supports_dir_fd.clear()  # or the library removes folders by what is hidden
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL)):
        for name in names:
            delattr(module, name)
    multiprocessing.set_start_method("spawn")
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
    usual, sys.platform = sys.platform, "win32"
    import sfrules.ground.system  # noqa: F401 — which asks for the platform now, and not again

    sys.platform = usual


if __name__ == "__main__":
    sys.path[0] = ""
    hide()
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
