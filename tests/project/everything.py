"""Import every module of the package, and tell of each that cannot be."""

from __future__ import annotations

import pkgutil
import sys
from importlib import import_module

import sfrules

names = [each.name for each in pkgutil.walk_packages(sfrules.__path__, "sfrules.")]
for name in names:
    if not name.endswith("__main__"):
        try:
            import_module(name)
        except ImportError as error:
            sys.stdout.write(f"{name}: {error}\n")
sys.stdout.write(f"{len(names)} modules\n")
