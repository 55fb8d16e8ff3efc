"""What a question asks for, and of which boards its answer speaks."""
