"""What press, lint and authored share: places, problems, fixes, the ledger, numbers."""
