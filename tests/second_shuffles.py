"""The proofs about whole decks of docs/vectors.md, made a second time.

Part of the second reader, as tests/second_prover.py is; the formulas are those
of the modules of the same names in ``protocols``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, islice

from tests.second_prover import Entropy, Values, ask, inverse, nonces, parts
from tests.wire_group import (
    ORDER,
    Card,
    Element,
    G,
    Scalar,
    Transcript,
    bases,
    combine,
    scalars,
)
from tests.wire_values import need


def powers(t: int, n: int) -> list[int]:
    return [pow(t, i, ORDER) for i in range(1, n + 1)]


def com(values: Sequence[int], r: int) -> Element:
    """Commit to values: ``v_1*H_1 + … + r*G``."""
    return combine(values, bases(len(values))) + r * G


def halves(deck: Sequence[Card]) -> list[Element]:
    return [half for card in deck for half in card]


@dataclass
class Content:
    """Values ``m`` committed to in a secret order, as ``factors`` of ``elements``."""

    m: list[int]
    factors: list[int]
    elements: list[Element]
    order: list[int]
    rho: int

    @property
    def C(self) -> Element:
        return combine(self.factors, self.elements)


def content(
    about: Content, transcript: Transcript, fresh: bytes
) -> tuple[Values, bytes]:
    m, n, rho, C = about.m, len(about.m), about.rho, about.C
    mu = [m[i] for i in about.order]
    need(com(mu, rho) == C, "the witness")
    terms = scalars(about.factors), about.elements
    transcript.append("known content statement", scalars(m), *terms)
    x = transcript.challenge("known content x")
    drawn = nonces(transcript, (scalars(mu), Scalar(rho)), fresh)
    r_d, r_Delta, r_a, *d = islice(drawn, n + 3)
    delta = [d[0], *islice(drawn, n - 2), 0]
    a = [*accumulate((mu_i - x for mu_i in mu), lambda p, q: p * q % ORDER)]
    crossed = [-delta[i] * d[i + 1] % ORDER for i in range(n - 1)]
    steps = [
        (delta[i + 1] - (mu[i + 1] - x) * delta[i] - a[i] * d[i + 1]) % ORDER
        for i in range(n - 1)
    ]
    c_d, c_Delta, c_a = com(d, r_d), com(crossed, r_Delta), com(steps, r_a)
    transcript.append("known content commitments", c_d, c_Delta, c_a)
    e = transcript.challenge("known content e")

    f = [(e * mu_i + d_i) % ORDER for mu_i, d_i in zip(mu, d, strict=True)]
    z = (e * rho + r_d) % ORDER
    f_Delta = [(e * s + m) % ORDER for s, m in zip(steps, crossed, strict=True)]
    z_Delta = (e * r_a + r_Delta) % ORDER
    responses = scalars(f), Scalar(z), scalars(f_Delta), Scalar(z_Delta)
    transcript.append("known content responses", *responses)

    need(e * C + c_d == com(f, z), "equation (1)")
    need(e * c_a + c_Delta == com(f_Delta, z_Delta), "equation (2)")
    F = [(e * a_i + delta_i) % ORDER for a_i, delta_i in zip(a, delta, strict=True)]
    need(F[0] == (f[0] - e * x) % ORDER, "F_1")
    for i in range(n - 1):
        need((e * F[i + 1] - F[i] * (f[i + 1] - e * x) - f_Delta[i]) % ORDER == 0, "F")
    product = e
    for m_i in m:
        product = product * (m_i - x) % ORDER
    need(F[-1] == product, "equation (3)")
    values: Values = {
        **{"m": scalars(m), "C": C, "mu": scalars(mu), "rho": Scalar(rho)},
        "x": Scalar(x),
        **{"r_d": Scalar(r_d), "r_Delta": Scalar(r_Delta), "r_a": Scalar(r_a)},
        **{"d": scalars(d), "delta": scalars(delta), "a": scalars(a)},
        "steps": scalars(steps),
        **{"c_d": c_d, "c_Delta": c_Delta, "c_a": c_a, "e": Scalar(e)},
        **{"f": scalars(f), "z": Scalar(z)},
        **{"f_Delta": scalars(f_Delta), "z_Delta": Scalar(z_Delta)},
        "F": scalars(F),
    }
    return values, parts(c_d, c_Delta, c_a, *f, z, *f_Delta, z_Delta)


def weights(transcript: Transcript) -> Values:
    """Return the weights of four equations that are checked as one."""
    w = transcript.challenge("weight of an equation")
    return {"equation weights": scalars([pow(w, i, ORDER) for i in range(4)])}


def shuffle(
    before: Sequence[Card],
    key: Element,
    order: list[int],
    R: Sequence[int],
    transcript: Transcript,
    entropy: Entropy,
) -> tuple[Values, list[Card], bytes]:
    n, H = len(before), bases(len(before))
    after = [
        (before[i][0] + R_i * G, before[i][1] + R_i * key)
        for i, R_i in zip(order, R, strict=True)
    ]
    statement = [G, *H], key, halves(before), halves(after)
    transcript.append("shuffle statement", *statement)
    drawn = nonces(transcript, (order, scalars(R)), entropy(32))
    r, r_d, R_d, *minus_d = islice(drawn, n + 3)
    c, c_d = com([i + 1 for i in order], r), com(minus_d, r_d)
    E_d = tuple(
        R_d * base + combine(minus_d, [card[half] for card in after])
        for half, base in ((0, G), (1, key))
    )
    transcript.append("shuffle commitments", c, c_d, *E_d)
    t = transcript.challenge("shuffle t")
    t_pi = [powers(t, n)[i] for i in order]
    f = [(t_i - m_i) % ORDER for t_i, m_i in zip(t_pi, minus_d, strict=True)]
    Z = (R_d + sum(t_i * R_i for t_i, R_i in zip(t_pi, R, strict=True))) % ORDER
    transcript.append("shuffle responses", scalars(f), Scalar(Z))
    lam = transcript.challenge("shuffle lambda")

    for half, base in ((0, G), (1, key)):
        new = combine(f, [card[half] for card in after])
        old = combine(powers(t, n), [card[half] for card in before])
        need(new - old + E_d[half] == Z * base, "equation (4)")
    about = Content(
        [(lam * i + t_i) % ORDER for i, t_i in enumerate(powers(t, n), 1)],
        [lam, 1, *f],
        [c, c_d, *H],
        order,
        (lam * r + r_d) % ORDER,
    )
    known, proof = content(about, transcript, entropy(32))
    values: Values = {
        **{"r": Scalar(r), "r_d": Scalar(r_d), "R_d": Scalar(R_d)},
        **{"-d": scalars(minus_d), "c": c, "c_d": c_d, "E_d": E_d},
        **{"t": Scalar(t), "t_i": scalars(powers(t, n)), "f": scalars(f)},
        **{"Z": Scalar(Z), "lambda": Scalar(lam), "known content": known},
        **weights(transcript),
    }
    return values, after, parts(c, c_d, *E_d, *f, Z) + proof


def same_scalar(
    before: Sequence[Element],
    s: int,
    order: list[int],
    transcript: Transcript,
    entropy: Entropy,
) -> tuple[Values, list[Element], bytes]:
    n, H, S = len(before), bases(len(before)), s * G
    after = [s * before[i] for i in order]
    transcript.append("same scalar statement", [G, *H], S, before, after)
    drawn = nonces(transcript, (order, Scalar(s)), entropy(32))
    r, r_d, sigma, *d = islice(drawn, n + 3)
    c = com([i + 1 for i in order], r)
    transcript.append("same scalar order", c)
    t = transcript.challenge("same scalar t")
    c_d = com([-d_i % ORDER for d_i in d], r_d)
    E_d = combine(d, after) - sigma * combine(powers(t, n), before)
    S_d = sigma * G
    transcript.append("same scalar commitments", c_d, E_d, S_d)
    e = transcript.challenge("same scalar e")
    t_pi = [powers(t, n)[i] for i in order]
    f = [(e * t_i + d_i) % ORDER for t_i, d_i in zip(t_pi, d, strict=True)]
    z = (e * s + sigma) % ORDER
    transcript.append("same scalar responses", scalars(f), Scalar(z))
    lam = transcript.challenge("same scalar lambda")

    combined = combine(f, after) - z * combine(powers(t, n), before)
    need(combined == E_d, "equation (4)")
    need(z * G - e * S == S_d, "equation (5)")
    about = Content(
        [(lam * i + e * t_i) % ORDER for i, t_i in enumerate(powers(t, n), 1)],
        [lam, 1, *f],
        [c, c_d, *H],
        order,
        (lam * r + r_d) % ORDER,
    )
    known, proof = content(about, transcript, entropy(32))
    values: Values = {
        **{"S": S, "r": Scalar(r), "r_d": Scalar(r_d), "sigma": Scalar(sigma)},
        **{"d": scalars(d), "c": c, "t": Scalar(t), "c_d": c_d, "E_d": E_d},
        **{"S_d": S_d, "e": Scalar(e), "f": scalars(f), "z": Scalar(z)},
        **{"lambda": Scalar(lam), "known content": known},
        **weights(transcript),
    }
    return values, after, parts(c, c_d, E_d, S_d, *f, z) + proof


def relock(
    before: Sequence[Element],
    s: int,
    keys: Sequence[int],
    transcript: Transcript,
    fresh: bytes,
) -> tuple[Values, list[Element], list[Element], bytes]:
    """Return the cards and the locks, too."""
    S, locks = s * G, [k * G for k in keys]
    after = [k * inverse(s) % ORDER * P for k, P in zip(keys, before, strict=True)]
    transcript.append("relock statement", G, S, before, after, locks)
    drawn = nonces(transcript, (Scalar(s), scalars(keys)), fresh)
    sigma, *kappas = islice(drawn, len(keys) + 1)
    opened = [kappa * G for kappa in kappas]
    pairs = zip(kappas, before, after, strict=True)
    differences = [sigma * Q - kappa * P for kappa, P, Q in pairs]
    c = ask(transcript, "relock", sigma * G, opened, differences)
    z = (sigma - c * s) % ORDER
    z_keys = [(kappa - c * k) % ORDER for kappa, k in zip(kappas, keys, strict=True)]
    need(z * G + c * S == sigma * G, "the secret")
    for z_i, K, P, Q, of, D in zip(
        z_keys, locks, before, after, opened, differences, strict=True
    ):
        need(z_i * G + c * K == of and z * Q - z_i * P == D, "a card")
    values: Values = {
        **{"sigma": Scalar(sigma), "kappa": scalars(kappas), "sigma G": sigma * G},
        **{"kappa G": opened, "differences": differences, "c": Scalar(c)},
        **{"z": Scalar(z), "z_i": scalars(z_keys)},
    }
    return values, after, locks, parts(c, z, *z_keys)
