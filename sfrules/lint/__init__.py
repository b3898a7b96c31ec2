"""Lint for any Markdown rulebook: no macros, no configuration."""

SUMMARY = "Look any Markdown rulebook through: its tables, its dice, its links."
