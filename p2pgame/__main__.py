"""The command line, as ``python -m p2pgame``."""

from p2pgame.cli.entry import main

if __name__ == "__main__":
    main()
