"""The whole book between covers, made once."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# What is skipped where somebody has not installed it is a failure where everything is checked.
CHECKED = os.environ.get("CI") == "true"


def pytest_ignore_collect() -> bool | None:
    """Nothing can be said of the book between covers where its extra is not installed."""
    try:
        import pikepdf  # noqa: F401
    except ImportError:
        return None if CHECKED else True


@pytest.fixture(scope="session")
def volume():
    """Build the site of this book, for as long as the tests need it."""
    from sfrules.press.host.volumes import volume_of

    with volume_of(ROOT / "mkdocs.yml") as volume:
        yield volume


@pytest.fixture(scope="session")
def printed(volume):
    """Print the whole book; where there is no Chromium, the tests are skipped, but not in CI."""
    from sfrules.ground.command import CommandError
    from sfrules.press.paper import find_chromium, pdf

    try:
        find_chromium()
    except CommandError as error:
        pytest.fail(str(error)) if CHECKED else pytest.skip(str(error))
    return pdf(volume)
