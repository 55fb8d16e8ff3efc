"""`grade`: what another engine's answers say about its rules."""
