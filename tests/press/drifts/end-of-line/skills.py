"""The skills that are installed."""

BUNDLED_SKILLS = (
    "audit-skill",
    "brainstorm",
    "clu-monitor",
    "clu-phase",
    "clu-plan",
    "clu-reply",
    "plan",
)
