"""Finish pages once Markdown is done: things put in place, numbered, linked, looked at."""
