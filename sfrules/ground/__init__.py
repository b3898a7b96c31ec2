"""What press, lint and authored share: places, problems, mends, the ledger, numbers."""
