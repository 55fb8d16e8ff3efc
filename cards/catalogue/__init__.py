"""The store of compiled cards, and what reads card files into it."""
