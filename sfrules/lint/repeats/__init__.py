"""Tables beside each other: two that contradict each other, and one that is written again."""
