"""What a processor is taken to use whose power nobody knows."""

DEFAULT_POWER_PER_CORE = 4  # watts
RAM_SLOT_POWER = 5  # watts


def fallback(cores: int) -> int:
    """Watts of a processor that is in no list."""
    return cores * DEFAULT_POWER_PER_CORE
