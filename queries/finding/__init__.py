"""`find`, `why-not`, sketches and spells: boards that reach a goal."""
