"""Lint for any Markdown rulebook: no macros, no configuration."""
