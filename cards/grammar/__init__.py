"""The grammar and everything that reads a phrase of a card's text."""
