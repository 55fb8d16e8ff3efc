"""`python -m striate`: the command line."""

from striate.app.cli import main

if __name__ == "__main__":
    main(prog_name="striate")
