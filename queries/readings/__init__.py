"""The third reading, of text: alike texts give one tree, and every tree is run on a probe board."""
