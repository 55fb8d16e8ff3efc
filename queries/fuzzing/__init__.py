"""Random boards on which both readings must agree, and their shrinking."""
