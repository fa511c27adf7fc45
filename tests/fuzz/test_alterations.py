"""Two verifiers come to one verdict on files that players changed and signed anew."""

from __future__ import annotations

from dataclasses import replace

from tests.fuzz.alterations import Found, compared, why_different
from tests.refusing import NOT_FAIR, SO_FAR


def test_two_verifiers_come_to_one_verdict_on_altered_files() -> None:
    found = [*compared("test", 60)]
    assert [one for one in found if one[-1] is not None] == []
    verdicts = {mine.verdict for _, _, mine, _ in found}
    assert {NOT_FAIR, SO_FAR} <= verdicts
    assert len({mine.fault for _, _, mine, _ in found}) > 3


def test_another_verdict_fault_seat_or_line_is_a_difference() -> None:
    one = Found(NOT_FAIR, "rules", 1, ("trace 1", "table aa"))
    assert why_different(one, one) is None
    others = (
        replace(one, verdict=SO_FAR),
        replace(one, fault="encoding"),
        replace(one, seat=0),
        replace(one, lines=("trace 1", "table bb")),
        replace(one, lines=("trace 1",)),
    )
    assert None not in [why_different(one, other) for other in others]


def test_of_several_who_broke_the_form_either_may_be_named() -> None:
    one = Found(NOT_FAIR, "payload", 1, ())
    assert why_different(one, replace(one, fault="seen", seat=0)) is None
    assert why_different(one, replace(one, fault="rules", seat=0)) is not None
    assert why_different(one, replace(one, fault="seen")) is not None
    assert why_different(one, replace(one, fault="checkpoint")) is None
