"""The command line, as ``python -m p2pgame``."""

from cli.entry import main

if __name__ == "__main__":
    main()
