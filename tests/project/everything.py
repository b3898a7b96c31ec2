"""Import every module of the package, and tell of each that cannot be."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import sfrules

# Its library takes what the platform has, and by its name that is Linux here as ever.
OF_THE_PLATFORM = {"sfrules.press.doors.mcp_server"}
names = [each.name for each in pkgutil.walk_packages(sfrules.__path__, "sfrules.")]
for name in names:
    if not name.endswith("__main__") and name not in OF_THE_PLATFORM:
        try:
            import_module(name)
        except ImportError as error:
            sys.stdout.write(f"{name}: {error}\n")
sys.stdout.write(f"{len(names)} modules\n")
