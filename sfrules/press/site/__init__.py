"""The pages together: finished, numbered, linked, checked and published."""
