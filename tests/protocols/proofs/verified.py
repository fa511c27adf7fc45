"""Every verifier there is, each with something true that it accepts.

A case is a function that hands what it is given to one verifier, and what to
give it: the statement, what the prover said, and the place that both are bound
to.
"""

from __future__ import annotations

from tests.protocols.proofs.message_cases import MESSAGES
from tests.protocols.proofs.proof_cases import PROOFS

#: By module and name, every public verifier of :mod:`protocols`.
CASES = {**PROOFS, **MESSAGES}
