"""What we tell of ourselves, and what of others we dial."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from p2pgame.transport.paths.candidates import (
    CANDIDATES_LIMIT,
    KNOCKS_LIMIT,
    KNOCKS_TIME,
    Candidate,
    Kind,
    Knocks,
    is_private,
    may_dial,
    own_candidates,
)

HOME = ("192.168.1.10", "2001:4860:1::10")
PORTS = {4: 4000, 6: 6000}


def lan(host: str, port: int = 4000) -> Candidate:
    return Candidate(Kind.LAN, host, port)


@pytest.mark.parametrize(
    "host",
    [
        *("0.0.0.0", "0.1.2.3", "127.0.0.1", "169.254.1.1", "224.0.0.1"),
        *("239.255.255.250", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "fe80::1", "ff02::1", "::ffff:102:304", "64:ff9b::102:304"),
        *("2002:c0a8:101::1", "2001:0:1::1", "fec0::1", "100::1"),
    ],
)
@pytest.mark.parametrize("kind", Kind)
def test_nobody_is_dialled_where_nobody_else_can_be(host: str, kind: Kind) -> None:
    assert not may_dial(Candidate(kind, str(ip_address(host)), 4000), HOME)


@pytest.mark.parametrize("kind", Kind)
def test_a_private_address_is_dialled_only_in_our_own_network(kind: Kind) -> None:
    assert may_dial(Candidate(kind, "192.168.1.77", 4000), HOME)
    for host in ("192.168.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1", "100.64.0.1"):
        assert not may_dial(Candidate(kind, host, 4000), HOME)
    assert not may_dial(Candidate(kind, "fd00::1", 4000), HOME)
    assert may_dial(Candidate(kind, "fd00:1:2:3::1", 4000), ("fd00:1:2:4::9",))
    assert not may_dial(Candidate(kind, "fd00:1:3::1", 4000), ("fd00:1:2::9",))


def test_machines_of_one_overlay_are_near_one_another() -> None:
    assert may_dial(lan("100.64.1.1"), ("100.127.9.9",))
    assert not may_dial(lan("100.64.1.1"), ("100.128.9.9",))


def test_loopback_is_dialled_only_by_a_machine_without_a_network() -> None:
    assert may_dial(lan("127.0.0.1"), ("127.0.0.1",))
    assert not may_dial(lan("127.0.0.1"), HOME)


@pytest.mark.parametrize("port", [1, 22, 25, 80, 443, 1023])
def test_ports_where_services_listen_are_not_dialled(port: int) -> None:
    assert not may_dial(lan("192.168.1.77", port), HOME)
    assert not may_dial(Candidate(Kind.GLOBAL, "8.8.8.8", port), HOME)


def test_one_of_each_kind_is_told_before_two_of_any() -> None:
    hosts = [f"192.168.1.{n}" for n in range(1, 20)] + ["2001:4860:1::10"]
    told = own_candidates(
        hosts,
        PORTS,
        punch=5000,
        observed=[("203.0.113.7", 5000)],
        mapped=[("203.0.113.7", 4000)],
        given=[("198.51.100.1", 4444)],
    )
    assert len(told) == CANDIDATES_LIMIT
    assert {candidate.kind for candidate in told} == {*Kind}
    assert list(told) == sorted(told, key=lambda c: c.kind)
    assert told[0] == lan("192.168.1.1")
    assert Candidate(Kind.PUNCH, "203.0.113.7", 5000) in told
    assert Candidate(Kind.PUNCH, "2001:4860:1::10", 5000) in told


def test_what_nobody_could_dial_is_not_told() -> None:
    given = [("nas.example", 4000), ("224.0.0.1", 4000), ("8.8.8.8", 80)]
    observed = [("169.254.0.1", 4000), ("8.8.8.8", 0)]
    assert own_candidates([], PORTS, given=given, observed=observed) == ()
    assert own_candidates(["192.168.1.1"], {6: 6000}) == ()


def test_all_that_we_tell_may_be_dialled_next_door() -> None:
    for candidate in own_candidates(HOME, PORTS, punch=5000):
        assert may_dial(candidate, HOME)
        assert is_private(candidate.host) == (candidate.kind is Kind.LAN)


@pytest.mark.parametrize("host", ["::FFFF", "192.168.001.1", "1", "fe80::1%eth0", "a"])
def test_an_address_has_one_spelling(host: str) -> None:
    with pytest.raises(ValueError):
        Candidate(Kind.LAN, host, 4000)


def test_a_player_cannot_have_us_look_at_many_addresses() -> None:
    knocks = Knocks()
    dialled = [knocks.spend(("203.0.113.7", port), 0.5) for port in range(1024, 1124)]
    assert dialled == [True] * CANDIDATES_LIMIT + [False] * (100 - CANDIDATES_LIMIT)
    assert not knocks.spend(("203.0.113.8", 4000), KNOCKS_TIME)
    assert knocks.spend(("203.0.113.8", 4000), KNOCKS_TIME + 0.5)


def test_a_player_cannot_have_us_dial_one_address_for_ever() -> None:
    knocks = Knocks()
    dialled = [knocks.spend(("203.0.113.7", 4000), n / 100) for n in range(100)]
    assert sum(dialled) == KNOCKS_LIMIT
