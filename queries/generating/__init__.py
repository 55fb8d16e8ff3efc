"""`generate`: boards that tell a right rules engine from a wrong one."""
