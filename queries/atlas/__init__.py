"""How any two permanents meet: whether their order matters, who waits, what is stopped."""
