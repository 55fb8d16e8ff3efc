"""What is printed: the Oracle language, the effect tree, the catalogue, filters."""
