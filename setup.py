"""Maps the folders at the top of the source tree into the one package installed.

All else about the build stands in pyproject.toml.  docs/design/one-name.md says why.
"""

from setuptools import find_packages, setup

FOLDERS = ("cli", "games", "protocols")
#: In a checkout `p2pgame/cli` is a link to `cli`, and so on: they are packed once.
LINKS = [*FOLDERS, *(f"{folder}.*" for folder in FOLDERS)]


def within(folder: str, package: str, *, without: list[str]) -> list[str]:
    """Return the packages that a folder becomes, itself included."""
    inner = find_packages(folder, exclude=without)
    return [package, *(f"{package}.{name}" for name in inner)]


packages = within("p2pgame", "p2pgame", without=LINKS)
for folder in FOLDERS:
    packages += within(folder, f"p2pgame.{folder}", without=[])
places = {f"p2pgame.{folder}": folder for folder in FOLDERS}
setup(packages=packages, package_dir={"p2pgame": "p2pgame", **places})
