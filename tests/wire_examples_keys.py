"""The examples of docs/wire.md on the group, keys and the shares of them."""

from __future__ import annotations

from p2pgame.protocols.arithmetic import commitment
from p2pgame.protocols.arithmetic.group import Element, G, Scalar
from p2pgame.protocols.arithmetic.transcript import Transcript
from p2pgame.protocols.chance import beacon
from p2pgame.protocols.deck.cards import face_point
from p2pgame.protocols.rounds import Run
from p2pgame.protocols.threshold import keys, sharing, vss
from tests import wire_group as group
from tests import wire_proofs as proofs
from tests import wire_shares as shares
from tests.wire_examples import Compute, Example, Outcome, named

# What the program makes of the inputs


def program_face(x: Example) -> Outcome:
    return {"element": face_point(x.text["face"]).encode()}


def program_base(x: Example) -> Outcome:
    number = x.number("number")
    return {"element": commitment.generators(number + 1)[number].encode()}


def program_proof_transcript(x: Example) -> Outcome:
    transcript = Transcript(b"example")
    scalar = Scalar.decode(x.hex("scalar"))
    transcript.append(b"first", x.hex("bytes"), x.number("integer"), (scalar, G))
    return {"challenge": transcript.challenge(b"second").encode()}


def program_key_share(x: Example) -> Outcome:
    seat, seats, secret = x.number("seat"), x.numbers("seats"), x.hex("secret")
    made = keys.generate(seat, seats, x.hex("turn"), Scalar.decode(secret), bytes)
    return {"message": next(made).say or b""}


def secrets_of(x: Example) -> dict[int, Scalar]:
    return {seat: Scalar.decode(one) for seat, one in enumerate(x.several("secret"))}


def program_sharing(x: Example) -> Outcome:
    dealer, holder = x.number("dealer"), x.number("holder")
    secrets = secrets_of(x)
    held = keys.Keys({seat: secret * G for seat, secret in secrets.items()})
    occasion = vss.Occasion.of(secrets, held, x.number("quorum"), x.hex("turn"))
    dealing = vss.deal(occasion, dealer, secrets[dealer], bytes)
    K = secrets[holder] * dealing.E
    return {
        "message": dealing.encode(),
        "share": vss.open_share(occasion, dealing, dealer, holder, K).encode(),
        "share key": vss.share_key(dealing.commitments, holder).encode(),
    }


def program_stand_in(x: Example) -> Outcome:
    tokens = {
        holder: [Element.decode(x.hex(f"token by {holder}"))]
        for holder in x.numbers("holders")
    }
    return {"token": sharing.stand_in(tokens, len(tokens))[0].encode()}


def program_beacon(x: Example) -> Outcome:
    secrets = secrets_of(x)
    held = keys.Keys({seat: secret * G for seat, secret in secrets.items()})
    runs = {
        seat: Run(
            beacon.flip(
                seat, secrets, held, x.number("quorum"), one, x.hex("turn"), bytes
            )
        )
        for seat, one in secrets.items()
    }
    said: list[dict[int, bytes]] = []
    for number in range(2):
        said.append({seat: run.step() or b"" for seat, run in runs.items()})
        for seat, message in said[-1].items():
            for run in runs.values():
                run.receive(seat, number, message)
    runs[0].step()
    dealt = {f"dealing of {seat}": message for seat, message in said[0].items()}
    shown = {f"shown by {seat}": message for seat, message in said[1].items()}
    return {**dealt, **shown, "seed": runs[0].result}


# What the second reader makes of the outputs


def reader_face(x: Example) -> Outcome:
    return {"element": group.face_element(x.text["face"]).data}


def reader_base(x: Example) -> Outcome:
    return {"element": group.bases(x.number("number") + 1)[-1].data}


def reader_proof_transcript(x: Example) -> Outcome:
    transcript = group.Transcript("example")
    scalar = group.Scalar(group.read_scalar(x.hex("scalar")))
    items = x.hex("bytes"), x.number("integer"), (scalar, group.G)
    transcript.append("first", *items)
    challenge = transcript.hash("second")
    return {"fed": transcript.fed[:-64], "challenge": challenge}


def reader_key_share(x: Example) -> Outcome:
    share, challenge = proofs.check_share(
        x.hex("message"), x.hex("turn"), x.numbers("seats"), x.number("seat")
    )
    return {"share": share.data, "challenge": challenge.to_bytes(32, "little")}


def keys_of(x: Example) -> dict[int, group.Element]:
    secrets = map(group.read_scalar, x.several("secret"))
    return {seat: secret * group.G for seat, secret in enumerate(secrets)}


def reader_sharing(x: Example) -> Outcome:
    holder = x.number("holder")
    share, share_key = shares.open_share(
        x.hex("message"),
        x.hex("turn"),
        keys_of(x),
        x.number("quorum"),
        x.number("dealer"),
        holder,
        group.read_scalar(x.hex(f"secret {holder}")),
    )
    return {"share": share.to_bytes(32, "little"), "share key": share_key.data}


def reader_stand_in(x: Example) -> Outcome:
    tokens = {
        holder: group.read_element(x.hex(f"token by {holder}"))
        for holder in x.numbers("holders")
    }
    return {"token": shares.stand_in(tokens).data}


def reader_beacon(x: Example) -> Outcome:
    held = keys_of(x)
    dealings = [x.hex(f"dealing of {seat}") for seat in held]
    shown = {seat: x.hex(f"shown by {seat}") for seat in held}
    quorum, turn = x.number("quorum"), x.hex("turn")
    seeds = {
        shares.beacon(turn, held, quorum, dealings, some)
        for some in (shown, {seat: shown[seat] for seat in [*shown][-quorum:]})
    }
    (seed,) = seeds
    return {"seed": seed}


PROGRAM: dict[str, Compute] = named("program_", globals())
READER: dict[str, Compute] = named("reader_", globals())
