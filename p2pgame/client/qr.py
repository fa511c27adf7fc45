"""Makes QR codes of texts, as rows of modules.

Source: ISO/IEC 18004:2015 for the codes, which the library makes.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from qrcode import QRCode
from qrcode.constants import ERROR_CORRECT_L

#: Bytes of a text, at most: what the largest code holds.
TEXT_LIMIT = 2953
Text = Annotated[str, Meta(max_length=TEXT_LIMIT)]


def modules(text: str) -> list[list[bool]]:
    """Return the smallest code for a text, without a margin; True is dark.

    Raises:
      ValueError: The text is too long for any code.
    """
    if len(text.encode()) > TEXT_LIMIT:
        raise ValueError(f"a code holds {TEXT_LIMIT} bytes")
    code = QRCode(error_correction=ERROR_CORRECT_L, border=0)
    code.add_data(text)
    code.make(fit=True)
    return [[bool(module) for module in row] for row in code.get_matrix()]
