"""Says how a library that p2pgame does not bring is installed where it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import which

#: Files that installers of programs leave in an environment of theirs.
_PIPX, _UV = "pipx_metadata.json", "uv-receipt.toml"


def install_line(library: str) -> str:
    """Return the line of a shell that installs a library beside this program."""
    from shlex import quote  # not for players who lack nothing

    here = Path(sys.prefix)
    if (here / _PIPX).is_file():
        return f"pipx inject p2pgame {library}"
    if (here / _UV).is_file():
        return f"uv tool install --with {library} p2pgame"
    pip = which("pip")
    if pip is not None and Path(pip).parent == Path(sys.executable).parent:
        return f"pip install 'p2pgame[{library}]'"
    return f"{quote(sys.executable)} -m pip install 'p2pgame[{library}]'"
