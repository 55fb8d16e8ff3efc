"""Terms that fold, and the back ends that decide them; knows no Magic."""
