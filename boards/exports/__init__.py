"""Boards as tests for other rules engines."""
