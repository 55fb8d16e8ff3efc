"""The goal language: what a board should end as, in words."""
