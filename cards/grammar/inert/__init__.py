"""What changes no object of a board: costs, permissions, restrictions, deeds of players (101.2,
118)."""
