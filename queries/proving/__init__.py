"""`verify`: theorems and statements about the rules, proved or refuted."""
