"""What press, lint and facts share: places in files, problems, fixes, numbers and their formats."""
