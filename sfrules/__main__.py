"""`python -m sfrules` is the command line too."""

from sfrules.press.doors.cli import main

main()
