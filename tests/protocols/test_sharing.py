from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols import dleq, ownership, reveal, vss
from protocols.elgamal import mask, remask, unmask
from protocols.errors import InvalidEncoding, InvalidProof
from protocols.group import IDENTITY, ORDER, Element, G, Scalar, hash_to_group
from protocols.keys import Keys, generate
from protocols.polynomial import combine, commit, evaluate, weights
from protocols.rounds import Protocol, Run
from protocols.sharing import Sharing, share, stand_in
from protocols.transcript import Transcript
from protocols.vss import Occasion
from tests.protocols.table import Entropy, Seat, Table, instead, lies, prg

PLAYERS = (0, 1, 2, 3)
SEATS: list[Seat] = [0, 1, 2, 3, 4, None]
SECRETS = {player: Scalar(10**60 + player**5) for player in range(10)}
KEYS = Keys({player: secret * G for player, secret in SECRETS.items()})
THRESHOLD = 3

Result = tuple[Sharing, dict[int, Scalar]]


def table(
    context: bytes = b"table 1",
    players: tuple[int, ...] = PLAYERS,
    threshold: int = THRESHOLD,
    secrets: Mapping[int, Scalar] = SECRETS,
) -> Table[Result]:
    keys = Keys({player: secret * G for player, secret in secrets.items()})

    def protocol(me: Seat, entropy: Entropy) -> Protocol[Result]:
        secret = None if me is None else secrets[me]
        return share(me, players, keys, threshold, secret, context, entropy)

    return Table([*players, 9, None], protocol)


@cache
def honest(
    context: bytes = b"table 1",
    players: tuple[int, ...] = PLAYERS,
    threshold: int = THRESHOLD,
) -> dict[tuple[int, int], bytes]:
    """Return what everybody says at an honest table, by player and round."""
    honest_table = table(context, players, threshold)
    honest_table.play()
    return honest_table.said


def refuse(player: int, round: int, lie: bytes, culprit: int | None = None) -> str:
    """Check that ``lie`` in ``player``'s seat has all blame the same culprit."""
    tampered = table()
    assert tampered.play(tamper=instead(player, round, lie)) == {}
    who = player if culprit is None else culprit
    assert tampered.blamed == dict.fromkeys(tampered.runs, who)
    return str(tampered.errors[None])


def occasion(context: bytes = b"table 1") -> Occasion:
    return Occasion.of(PLAYERS, KEYS, THRESHOLD, context)


def crooked(
    dealer: int,
    wrong: Mapping[int, Scalar],
    polynomial: tuple[Scalar, ...] | None = None,
    at: Occasion | None = None,
) -> bytes:
    """Return a dealing that is proven, with ``wrong`` added to the shares."""
    at = at or occasion()
    e = Scalar(987654321 + dealer)
    polynomial = polynomial or (SECRETS[dealer], Scalar(5), Scalar(7 + dealer))
    shares = {}
    for holder in at.others(dealer):
        pad = at.transcript(b"share pad", dealer, holder)
        pad.append(b"exchange", e * G, e * KEYS.shares[holder])
        right = evaluate(polynomial, holder) + wrong.get(holder, Scalar(0))
        shares[holder] = right + pad.challenge(b"pad")
    bound = at.transcript(b"dealing", dealer)
    bound.append(b"commitments", commit(polynomial))
    bound.append(b"encrypted shares", tuple(shares.values()))
    proof = ownership.prove(e * G, e, bound, prg("crooked"))
    return vss.Dealing(commit(polynomial), e * G, shares, proof).encode()


def complaint(
    player: int,
    dealer: int,
    y: Scalar | None = None,
    at: Occasion | None = None,
    number: int | None = None,
) -> bytes:
    """Return what ``player`` says to complain about ``dealer``'s honest dealing."""
    dealing = vss.Dealing.decode(honest()[dealer, 0], occasion(), dealer)
    y = SECRETS[player] if y is None else y
    message = vss.complain(at or occasion(), dealing, dealer, player, y, prg("no"))
    return message if number is None else number.to_bytes(8, "little") + message[8:]


@pytest.mark.parametrize("order", range(4))
def test_everybody_and_every_spectator_see_the_same_sharing(order: int) -> None:
    results = table().play(order)
    assert results.keys() == {*PLAYERS, 9, None}
    sharing = results[None][0]
    assert all(result[0] == sharing for result in results.values())
    assert (sharing.threshold, sharing.players) == (THRESHOLD, PLAYERS)
    for player in PLAYERS:
        assert sharing.commitments[player][0] == KEYS.shares[player]
    assert results[None][1] == results[9][1] == {}


@settings(max_examples=12, deadline=None)
@given(size=st.integers(2, 6), data=st.data())
def test_a_threshold_of_the_others_holds_what_makes_up_the_secret(
    size: int, data: st.DataObject
) -> None:
    threshold = data.draw(st.integers(1, size - 1))
    players = (*range(10 - size, 9), 0)
    results = table(players=players, threshold=threshold).play()
    sharing, nothing = results[None]
    assert nothing == {}
    for owner in players:
        others = [player for player in players if player != owner]
        shares = {holder: results[holder][1][owner] for holder in others}
        for holder, one in shares.items():
            assert one * G == sharing.share_key(owner, holder)
        for some in combinations(others, threshold):
            terms = [weight * shares[j] for j, weight in weights(some).items()]
            assert sum(terms, start=Scalar(0)) == SECRETS[owner]
        for few in combinations(others, threshold - 1):
            terms = [weight * shares[j] for j, weight in weights(few).items()]
            assert sum(terms, start=Scalar(0)) != SECRETS[owner]


@pytest.mark.pitfall(25)
@pytest.mark.parametrize("gone", PLAYERS)
def test_a_card_opens_without_the_player_who_has_vanished(gone: int) -> None:
    def keygen(me: Seat, entropy: Entropy) -> Protocol[Keys]:
        secret = None if me is None else SECRETS[me]
        return generate(me, PLAYERS, b"table 1", secret, entropy)

    keys = Table([*PLAYERS, None], keygen).play()[None]
    shared = table().play()
    sharing = shared[None][0]

    faces = [hash_to_group(b"test", bytes([i])) for i in range(3)]
    key, r = keys.joint(PLAYERS), Scalar(4242)
    cards = [remask(mask(face, key, r), key, Scalar(2**250 + 1)) for face in faces]
    others = [player for player in PLAYERS if player != gone]
    tokens = []
    for player in others:
        said = reveal.prove(cards, SECRETS[player], Transcript(b"t"), prg("t"))
        of = reveal.verify(said, cards, keys.shares[player], Transcript(b"t"))
        tokens.append(of)

    stood_in = {}
    for holder in others:
        mine = shared[holder][1][gone]
        said = reveal.prove(cards, mine, Transcript(b"in"), prg("in"))
        share_key = sharing.share_key(gone, holder)
        stood_in[holder] = reveal.verify(said, cards, share_key, Transcript(b"in"))
        with pytest.raises(InvalidProof):
            reveal.verify(said, cards, keys.shares[gone], Transcript(b"in"))
    for some in combinations(others, sharing.threshold):
        missing = stand_in({j: stood_in[j] for j in some}, sharing.threshold)
        assert missing == [SECRETS[gone] * card.C1 for card in cards]
        for i, card in enumerate(cards):
            all_tokens = [missing[i], *(of[i] for of in tokens)]
            assert unmask(card, all_tokens) == faces[i]
    for few in combinations(others, sharing.threshold - 1):
        too_few = {holder: stood_in[holder] for holder in few}
        with pytest.raises(ValueError, match="threshold"):
            stand_in(too_few, sharing.threshold)
        assert stand_in(too_few, len(few)) != missing


def test_a_false_token_of_a_holder_is_refused_by_its_share_key() -> None:
    shared = table().play()
    card = mask(hash_to_group(b"test", b"face"), KEYS.joint(PLAYERS), Scalar(77))
    for wrong in (SECRETS[1], shared[1][1][2], shared[2][1][0]):
        said = reveal.prove([card], wrong, Transcript(b"in"), prg("in"))
        share_key = shared[None][0].share_key(0, 1)
        with pytest.raises(InvalidProof):
            reveal.verify(said, [card], share_key, Transcript(b"in"))


@pytest.mark.pitfall(8)
@pytest.mark.pitfall(32)
@pytest.mark.parametrize("player", PLAYERS)
def test_a_dealing_that_was_touched_names_its_dealer(player: int) -> None:
    said = honest()[player, 0]
    assert len(said) == 32 * (THRESHOLD + len(PLAYERS) - 1) + 64
    tampered = [said[:i] + bytes([said[i] ^ 1]) + said[i + 1 :] for i in (32, 64, 100)]
    for lie in [*lies(said), *tampered, said + bytes(32), said[32:]]:
        refuse(player, 0, lie)


@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.pitfall(12)
def test_every_part_of_a_dealing_has_one_encoding() -> None:
    said = honest()[1, 0]
    parts = [said[i : i + 32] for i in range(0, len(said), 32)]
    elements, scalars = [0, 1, 2, 6], [3, 4, 5, 7]
    assert len(parts) == 8
    for i in elements:
        alias = parts[i][:31] + bytes([parts[i][31] | 0x80])
        for lie in (alias, IDENTITY.encode(), b"\xff" * 32):
            error = refuse(1, 0, b"".join([*parts[:i], lie, *parts[i + 1 :]]))
            assert "element" in error or "identity" in error
    for i in scalars:
        larger = int.from_bytes(parts[i], "little") + ORDER
        lie = larger.to_bytes(32, "little")
        assert "scalar" in refuse(1, 0, b"".join([*parts[:i], lie, *parts[i + 1 :]]))


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(24)
@pytest.mark.parametrize("thief", PLAYERS)
def test_a_dealing_is_for_one_dealer_one_occasion_and_one_roster(thief: int) -> None:
    for dealer in PLAYERS:
        if dealer != thief:
            refuse(thief, 0, honest()[dealer, 0])
    refuse(thief, 0, honest(b"table 2")[thief, 0])
    refuse(thief, 0, honest(players=(*PLAYERS, 4), threshold=2)[thief, 0])


@pytest.mark.pitfall(3)
def test_a_dealing_is_for_keys_and_a_threshold() -> None:
    one = Occasion.of(PLAYERS, KEYS, 2, b"table 1")
    moved = Occasion.of(PLAYERS, KEYS, 3, b"table 1")
    other = Keys({**KEYS.shares, 3: Scalar(5) * G})
    rekeyed = Occasion.of(PLAYERS, other, 2, b"table 1")
    assert len({one.identity, moved.identity, rekeyed.identity}) == 3
    moved_over = Keys({0: KEYS.shares[0], 1: KEYS.shares[1], 5: KEYS.shares[2]})
    seats = {
        Occasion.of((0, 1, 2), KEYS, 2, b"table 1").identity,
        Occasion.of((0, 1, 5), moved_over, 2, b"table 1").identity,
    }
    assert len(seats) == 2
    dealing = vss.deal(one, 0, SECRETS[0], prg("d"))
    vss.verify(one, 0, dealing)
    for place in (moved, rekeyed):
        with pytest.raises(InvalidProof):
            vss.verify(place, 0, dealing)


@pytest.mark.pitfall(30)
@pytest.mark.parametrize("whose", ["another's", "a card's"])
def test_nobody_deals_with_an_exchange_key_it_did_not_make(whose: str) -> None:
    # A complaint about such a dealing would open another's share, or a card.
    victim = vss.Dealing.decode(honest()[0, 0], occasion(), 0)
    card = mask(hash_to_group(b"test", b"face"), KEYS.joint(PLAYERS), Scalar(77))
    E = victim.E if whose == "another's" else card.C1
    mine = vss.Dealing.decode(honest()[2, 0], occasion(), 2)
    for proof in (mine.proof, victim.proof, ownership.Proof(E, Scalar(1))):
        assert "does not know" in refuse(2, 0, replace(mine, E=E, proof=proof).encode())


@pytest.mark.pitfall(24)
@pytest.mark.parametrize("part", ["commitments", "shares"])
def test_the_proof_of_a_dealing_is_over_all_of_it(part: str) -> None:
    mine = vss.Dealing.decode(honest()[2, 0], occasion(), 2)
    other = vss.Dealing.decode(honest()[1, 0], occasion(), 1)
    if part == "commitments":
        patched = (mine.commitments[0], *other.commitments[1:])
        refuse(2, 0, replace(mine, commitments=patched).encode())
    else:
        shares = {**mine.shares, 0: mine.shares[0] + Scalar(1)}
        refuse(2, 0, replace(mine, shares=shares).encode())


@pytest.mark.pitfall(32)
@pytest.mark.parametrize("dealer", PLAYERS)
def test_a_share_that_does_not_fit_names_its_dealer(dealer: int) -> None:
    for holder in PLAYERS:
        if holder != dealer:
            lie = crooked(dealer, {holder: Scalar(1)})
            assert "does not fit" in refuse(dealer, 0, lie)
    everybody = dict.fromkeys(PLAYERS, Scalar(3))
    assert "does not fit" in refuse(dealer, 0, crooked(dealer, everybody))


def test_a_dealing_of_ours_and_of_the_tests_are_both_right() -> None:
    tampered = table()
    results = tampered.play(tamper=instead(2, 0, crooked(2, {})))
    assert results[0][1][2] * G == results[None][0].share_key(2, 0)
    assert set(tampered.said) == {(p, r) for p in PLAYERS for r in (0, 1)}
    assert all(tampered.said[player, 1] == b"" for player in PLAYERS)


@pytest.mark.pitfall(12)
@pytest.mark.parametrize("framed", [0, 1, 3])
def test_a_share_of_0_names_the_dealer_who_would_frame_its_holder(framed: int) -> None:
    # x + b*i + c*i**2 = 0 at the holder's place i, and the commitments say so.
    i, c = Scalar(framed + 1), Scalar(11)
    b = -(SECRETS[2] + c * i * i) * i.inverse()
    polynomial = (SECRETS[2], b, c)
    assert evaluate(polynomial, framed) == Scalar(0)
    assert "does not fit" in refuse(2, 0, crooked(2, {}, polynomial))


def test_of_several_bad_dealers_the_first_is_blamed() -> None:
    bad = {
        2: crooked(2, {0: Scalar(1), 3: Scalar(1)}),
        1: crooked(1, {0: Scalar(1), 3: Scalar(1)}),
    }
    tampered = table()
    tampered.play(
        tamper=lambda player, round, message: (
            bad.get(player, message) if round == 0 else message
        )
    )
    assert tampered.blamed == dict.fromkeys(tampered.runs, 1)


@pytest.mark.parametrize("accuser", PLAYERS)
def test_a_complaint_about_a_share_that_fits_names_who_complains(accuser: int) -> None:
    for dealer in PLAYERS:
        if dealer != accuser:
            error = refuse(accuser, 1, complaint(accuser, dealer))
            assert "a share that fits" in error


@pytest.mark.pitfall(1)
@pytest.mark.pitfall(32)
def test_a_complaint_with_a_false_key_exchange_names_who_complains() -> None:
    right = complaint(1, 0)
    wrong = Element.decode(right[8:40]) + G
    refuse(1, 1, right[:8] + wrong.encode() + right[40:])
    assert "logarithms differ" in refuse(1, 1, complaint(1, 0, y=SECRETS[2]))


@pytest.mark.pitfall(3)
@pytest.mark.pitfall(8)
@pytest.mark.pitfall(9)
@pytest.mark.pitfall(11)
@pytest.mark.pitfall(12)
def test_a_malformed_complaint_names_who_complains() -> None:
    right = complaint(1, 0)
    larger = int.from_bytes(right[72:], "little") + ORDER
    for lie in [
        *(lie for lie in lies(right) if lie),
        b"\0",
        bytes(104),
        right[:8] + bytes(32) + right[40:],
        right[:8] + right[8:39] + bytes([right[39] | 0x80]) + right[40:],
        right[:72] + larger.to_bytes(32, "little"),
        complaint(1, 0, number=1),
        complaint(1, 1),
        complaint(1, 0, number=4),
        complaint(1, 0, number=2),
        complaint(1, 0, number=2**64 - 1),
        complaint(1, 0, at=occasion(b"table 2")),
        complaint(3, 0),
    ]:
        refuse(1, 1, lie)


@pytest.mark.pitfall(24)
def test_a_copied_complaint_names_who_copied_it() -> None:
    dealt = crooked(3, {2: Scalar(1)})
    first = table()
    first.play(tamper=instead(3, 0, dealt))
    assert first.said[2, 1]
    copied = table()
    copied.play(
        tamper=lambda player, round, message: {
            (3, 0): dealt,
            (0, 1): first.said[2, 1],
        }.get((player, round), message)
    )
    assert copied.blamed == dict.fromkeys(copied.runs, 0)


def test_a_complaint_opens_one_share_and_no_other() -> None:
    dealing = vss.Dealing.decode(crooked(3, {2: Scalar(1)}), occasion(), 3)
    K = SECRETS[2] * dealing.E
    right = evaluate((SECRETS[3], Scalar(5), Scalar(10)), 2)
    assert vss.open_share(occasion(), dealing, 3, 2, K) == right + Scalar(1)
    for holder in (0, 1):
        other = evaluate((SECRETS[3], Scalar(5), Scalar(10)), holder)
        assert vss.open_share(occasion(), dealing, 3, holder, K) != other


def test_only_its_holder_can_read_a_share() -> None:
    dealing = vss.deal(occasion(), 0, SECRETS[0], prg("d"))
    for reader in (1, 2, 3):
        one = vss.open_share(occasion(), dealing, 0, 1, SECRETS[reader] * dealing.E)
        assert vss.fits(one, dealing, 1) == (reader == 1)


@pytest.mark.pitfall(18)
def test_the_same_seed_deals_other_polynomials_on_another_occasion() -> None:
    one = vss.deal(occasion(), 0, SECRETS[0], prg("d"))
    two = vss.deal(occasion(b"table 2"), 0, SECRETS[0], prg("d"))
    assert one.commitments[0] == two.commitments[0]
    assert one.E != two.E
    assert not set(one.commitments[1:]) & set(two.commitments[1:])


@pytest.mark.pitfall(18)
def test_what_a_dealer_draws_takes_fresh_bytes_and_its_secret_to_foresee() -> None:
    one, two = (vss.deal(occasion(), 0, SECRETS[0], prg(seed)) for seed in "ab")
    assert one.E != two.E
    broken = vss.deal(occasion(), 0, SECRETS[0], bytes)
    for guess in (b"", SECRETS[1]):
        draws = occasion().transcript(b"dealing draws", 0).nonces(guess, bytes)
        assert next(draws) * G != broken.E


def test_the_same_seed_says_the_same_for_ever() -> None:
    said = sha256(b"".join(honest()[key] for key in sorted(honest())))
    assert (
        said.hexdigest()
        == "cb8810cece186f6461503ed90ccd39171b4e9b9c800f1bfe0b87b9797795d699"
    )
    accused = complaint(1, 0)
    assert (
        sha256(accused).hexdigest()
        == "4e43a8a7011671ffeb42f3a8b4264f4ea9b817d49800b43889687fdda6bc1e16"
    )


@pytest.mark.pitfall(22)
@pytest.mark.parametrize("round", [0, 1])
def test_whoever_says_nothing_is_the_one_waited_for(round: int) -> None:
    silent = table()
    assert silent.play(tamper=instead(2, round, None)) == {}
    for run in silent.runs.values():
        assert (run.round, *run.waiting_for) == (round, 2)
        assert not run.lose(frozenset({2}))


@pytest.mark.parametrize(
    ("players", "threshold"),
    [
        ((0, 1, 2), 0),
        ((0, 1, 2), 3),
        ((0, 1, 2), -1),
        ((0,), 1),
        ((), 1),
        ((0, 1, 1), 1),
    ],
)
def test_a_sharing_has_bounds(players: tuple[int, ...], threshold: int) -> None:
    with pytest.raises(ValueError):
        Run(share(None, players, KEYS, threshold, None, b"", prg("0"))).step()


def test_a_player_without_its_secret_or_key_share_cannot_begin() -> None:
    for secret in (None, SECRETS[1]):
        with pytest.raises(ValueError, match="behind its key share"):
            Run(share(0, PLAYERS, KEYS, 2, secret, b"", prg("0"))).step()
    with pytest.raises(ValueError, match="one key share"):
        Run(share(None, (0, 1, 77), KEYS, 2, None, b"", prg("0"))).step()


def test_a_share_is_one_player_s_of_another_s_secret() -> None:
    sharing = table().play()[None][0]
    for owner, holder in [(0, 0), (0, 9), (9, 0)]:
        with pytest.raises(ValueError, match="of another's secret"):
            sharing.share_key(owner, holder)


def test_stand_ins_are_for_the_same_cards() -> None:
    with pytest.raises(ValueError, match="same cards"):
        stand_in({0: [G], 1: [G, G]}, 2)
    with pytest.raises(ValueError, match="same cards"):
        stand_in({}, 1)
    assert stand_in({0: [], 1: []}, 2) == []
    assert stand_in({1: [G], 2: [G]}, 2) == [combine({1: G, 2: G}, 2)]


def test_nothing_secret_is_shown_by_a_repr() -> None:
    results = table().play()
    text = repr(results[0])
    for one in (SECRETS[0], *results[0][1].values()):
        assert str(one.value) not in text
        assert one.encode().hex() not in text


def test_a_judge_never_lets_go_of_both() -> None:
    dealings = {
        player: vss.Dealing.decode(honest()[player, 0], occasion(), player)
        for player in PLAYERS
    }
    with pytest.raises(InvalidEncoding) as caught:
        vss.judge(occasion(), dealings, 1, b"")
    assert caught.value.culprit == 1
    proof = dleq.Proof(Scalar(1), Scalar(1)).encode()
    with pytest.raises(InvalidEncoding) as caught:
        vss.judge(occasion(), dealings, 1, bytes(40) + proof)
    assert caught.value.culprit == 1
