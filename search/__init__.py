"""Boards as unknowns: what a slot can hold, classes, symmetry, the circuit, decoding; no rule."""
