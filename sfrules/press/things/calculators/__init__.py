"""Calculators: a rule that readers try out in their browser, translated from the rule itself."""
