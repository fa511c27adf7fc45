"""Batched proofs of equality against the VOPRF of RFC 9497, byte for byte.

The RFC proves ``B = x*H`` for one key and many pairs as we do, under its own
hashing.  So a transcript that hashes as the RFC does, put in the place of ours,
makes :mod:`p2pgame.protocols.proofs.dleq` make and accept the proofs of the RFC.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha512
from typing import TypeAlias

import pytest

from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import Element, Entropy, G, Scalar, multiply_sum
from p2pgame.protocols.arithmetic.transcript import Item, Transcript
from p2pgame.protocols.proofs.dleq import Batch, BatchProof, prove_batch, verify_batch

Pairs: TypeAlias = Sequence[tuple[Element, Element]]

CONTEXT = b"OPRFV1-" + b"\x01" + b"-ristretto255-SHA512"

# RFC 9497, appendix A.1.2.
SEED = b"\xa3" * 32
KEY_INFO = b"test key"
SECRET = "e6f73f344b79b379f1a0dd37e07ff62e38d9f71345ce62ae3a9bc60b04ccd909"
PUBLIC = "c803e2cc6b05fc15064549b5920659ca4a77b2cca6f04f6b357009335476ad4e"


@dataclass(frozen=True)
class Vector:
    inputs: tuple[str, ...]
    blinds: tuple[str, ...]
    blinded: tuple[str, ...]
    evaluated: tuple[str, ...]
    outputs: tuple[str, ...]
    proof: str
    nonce: str


VECTORS = [
    Vector(
        inputs=("00",),
        blinds=("64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706",),
        blinded=("863f330cc1a1259ed5a5998a23acfd37fb4351a793a5b3c090b642ddc439b945",),
        evaluated=("aa8fa048764d5623868679402ff6108d2521884fa138cd7f9c7669a9a014267e",),
        outputs=(
            "b58cfbe118e0cb94d79b5fd6a6dafb98764dff49c14e1770b566e42402da1a7d"
            "a4d8527693914139caee5bd03903af43a491351d23b430948dd50cde10d32b3c",
        ),
        proof="ddef93772692e535d1a53903db24367355cc2cc78de93b3be5a8ffcc6985dd06"
        "6d4346421d17bf5117a2a1ff0fcb2a759f58a539dfbe857a40bce4cf49ec600d",
        nonce="222a5e897cf59db8145db8d16e597e8facb80ae7d4e26d9881aa6f61d645fc0e",
    ),
    Vector(
        inputs=("5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",),
        blinds=("64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706",),
        blinded=("cc0b2a350101881d8a4cba4c80241d74fb7dcbfde4a61fde2f91443c2bf9ef0c",),
        evaluated=("60a59a57208d48aca71e9e850d22674b611f752bed48b36f7a91b372bd7ad468",),
        outputs=(
            "8a9a2f3c7f085b65933594309041fc1898d42d0858e59f90814ae90571a6df60"
            "356f4610bf816f27afdd84f47719e480906d27ecd994985890e5f539e7ea74b6",
        ),
        proof="401a0da6264f8cf45bb2f5264bc31e109155600babb3cd4e5af7d181a2c9dc0a"
        "67154fabf031fd936051dec80b0b6ae29c9503493dde7393b722eafdf5a50b02",
        nonce="222a5e897cf59db8145db8d16e597e8facb80ae7d4e26d9881aa6f61d645fc0e",
    ),
    Vector(
        inputs=(
            "00",
            "5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a",
        ),
        blinds=(
            "64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706",
            "222a5e897cf59db8145db8d16e597e8facb80ae7d4e26d9881aa6f61d645fc0e",
        ),
        blinded=(
            "863f330cc1a1259ed5a5998a23acfd37fb4351a793a5b3c090b642ddc439b945",
            "90a0145ea9da29254c3a56be4fe185465ebb3bf2a1801f7124bbbadac751e654",
        ),
        evaluated=(
            "aa8fa048764d5623868679402ff6108d2521884fa138cd7f9c7669a9a014267e",
            "cc5ac221950a49ceaa73c8db41b82c20372a4c8d63e5dded2db920b7eee36a2a",
        ),
        outputs=(
            "b58cfbe118e0cb94d79b5fd6a6dafb98764dff49c14e1770b566e42402da1a7d"
            "a4d8527693914139caee5bd03903af43a491351d23b430948dd50cde10d32b3c",
            "8a9a2f3c7f085b65933594309041fc1898d42d0858e59f90814ae90571a6df60"
            "356f4610bf816f27afdd84f47719e480906d27ecd994985890e5f539e7ea74b6",
        ),
        proof="cc203910175d786927eeb44ea847328047892ddf8590e723c37205cb74600b0a"
        "5ab5337c8eb4ceae0494c2cf89529dcf94572ed267473d567aeed6ab873dee08",
        nonce="419c4f4f5052c53c45f3da494d2b67b220d02118e0857cdbcf037f9ea84bbe0c",
    ),
]

each_vector = pytest.mark.parametrize(
    "vector", VECTORS, ids=["one byte", "17 bytes", "batch of two"]
)


def expand(message: bytes, tag: bytes) -> bytes:
    """RFC 9380, section 5.3.1: expand_message_xmd with SHA-512, to 64 bytes."""
    tag += bytes([len(tag)])
    first = sha512(bytes(128) + message + b"\x00\x40\x00" + tag).digest()
    return sha512(first + b"\x01" + tag).digest()


def hash_to_scalar(message: bytes, tag: bytes = b"HashToScalar-") -> Scalar:
    return Scalar.reduce(expand(message, tag + CONTEXT))


def framed(*items: bytes) -> bytes:
    return b"".join(len(item).to_bytes(2, "big") + item for item in items)


def weights(A: Element, pairs: Pairs) -> list[Scalar]:
    seed = sha512(framed(A.encode(), b"Seed-" + CONTEXT)).digest()
    return [
        hash_to_scalar(
            framed(seed)
            + i.to_bytes(2, "big")
            + framed(H.encode(), B.encode())
            + b"Composite"
        )
        for i, (H, B) in enumerate(pairs)
    ]


def composites(A: Element, pairs: Pairs) -> tuple[Element, Element]:
    """Return the sums that the RFC hashes, and we only check the proof against."""
    w = weights(A, pairs)
    M = multiply_sum(w, [H for H, _ in pairs])
    Z = multiply_sum(w, [B for _, B in pairs])
    return M, Z


class RfcTranscript(Transcript):
    """Hashes what a batched proof says as RFC 9497 does, section 2.2."""

    def __init__(self, nonce: Scalar) -> None:
        self.said: dict[bytes, tuple[Item, ...]] = {}
        self.nonce = nonce
        self.weighed = 0

    def append(self, label: bytes, *items: Item) -> None:
        self.said[label] = items

    def challenge(self, label: bytes) -> Scalar:
        match label:
            case b"dleq weight":
                return self._weight()
            case b"dleq challenge":
                return self._challenge()
            case _:  # the RFC checks nothing together with other proofs
                return Scalar(1)

    def nonces(self, secret: Item, entropy: Entropy) -> Iterator[Scalar]:
        return iter([self.nonce])

    def _weight(self) -> Scalar:
        match self.said[b"dleq batch"]:
            case Element() as A, tuple() as pairs:
                self.weighed += 1
                return weights(A, pairs)[self.weighed - 1]
            case other:
                raise AssertionError(other)

    def _challenge(self) -> Scalar:
        match (*self.said[b"dleq batch"], *self.said[b"dleq commitment"]):
            case (Element() as A, tuple() as pairs, Element() as R, Element() as S):
                M, Z = composites(A, pairs)
                parts = (P.encode() for P in (A, M, Z, R, S))
                return hash_to_scalar(framed(*parts) + b"Challenge")
            case other:
                raise AssertionError(other)


def scalars(texts: tuple[str, ...]) -> list[Scalar]:
    return [Scalar.decode(bytes.fromhex(text)) for text in texts]


def elements(texts: tuple[str, ...]) -> list[Element]:
    return [Element.decode(bytes.fromhex(text)) for text in texts]


def batch(vector: Vector) -> Batch:
    pairs = zip(elements(vector.blinded), elements(vector.evaluated), strict=True)
    (key,) = elements((PUBLIC,))
    return Batch(key, tuple(pairs))


def complete(vector: Vector, c: Scalar, z: Scalar) -> BatchProof:
    """Return a proof of the RFC with the commitment that its verifier works out."""
    pairs = batch(vector)
    M, Z = composites(pairs.A, pairs.pairs)
    return BatchProof(z * M + c * Z, c, z)


def transcript(vector: Vector) -> Transcript:
    return RfcTranscript(*scalars((vector.nonce,)))


def test_the_key_is_derived_as_in_the_rfc() -> None:
    x = hash_to_scalar(SEED + framed(KEY_INFO) + b"\x00", b"DeriveKeyPair")
    assert x.encode().hex() == SECRET
    assert (x * G).encode().hex() == PUBLIC


@each_vector
def test_blinding_evaluation_and_output_are_those_of_the_rfc(vector: Vector) -> None:
    (x,) = scalars((SECRET,))
    columns = zip(
        map(bytes.fromhex, vector.inputs),
        scalars(vector.blinds),
        elements(vector.blinded),
        elements(vector.evaluated),
        vector.outputs,
        strict=True,
    )
    for data, blind, blinded, evaluated, output in columns:
        point = Element.derive(expand(data, b"HashToGroup-" + CONTEXT))
        assert blind * point == blinded
        assert x * blinded == evaluated
        unblinded = blind.inverse() * evaluated
        assert unblinded == x * point
        hashed = framed(data, unblinded.encode()) + b"Finalize"
        assert sha512(hashed).hexdigest() == output


@each_vector
def test_we_make_the_proof_of_the_rfc(vector: Vector) -> None:
    (x,) = scalars((SECRET,))
    proof = prove_batch(batch(vector), x, transcript(vector), bytes)
    assert (proof.c.encode() + proof.z.encode()).hex() == vector.proof
    assert proof == complete(vector, proof.c, proof.z)


@each_vector
def test_we_accept_the_proof_of_the_rfc(vector: Vector) -> None:
    proof = complete(vector, *scalars((vector.proof[:64], vector.proof[64:])))
    verify_batch(batch(vector), proof, transcript(vector))


@each_vector
def test_we_refuse_the_proof_of_another_vector(vector: Vector) -> None:
    for other in VECTORS:
        if other is not vector:
            c, z = scalars((other.proof[:64], other.proof[64:]))
            proof = complete(vector, c, z)
            with pytest.raises(InvalidProof):
                verify_batch(batch(vector), proof, transcript(vector))
