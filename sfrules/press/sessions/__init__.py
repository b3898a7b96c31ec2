"""Examples in Python: in the docstrings of rules, and in the sessions of pages."""
