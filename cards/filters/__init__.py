"""Cards searched by a filter in Scryfall's syntax."""
