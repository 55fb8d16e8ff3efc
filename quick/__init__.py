"""What is not looked at, since nothing that is written on the board could make it matter."""
