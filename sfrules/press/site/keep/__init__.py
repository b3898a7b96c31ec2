"""Finished work on pages, kept so that what has not changed is not done again."""
