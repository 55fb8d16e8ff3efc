"""How "it", "that creature", "they" and "other" are bound to what a text has named, and sentences
to each other."""
