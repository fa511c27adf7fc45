"""An invite is read though a window, a messenger or a shell broke its line."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from p2pgame.transport.finding import invite as module
from p2pgame.transport.finding.invite import AnyInvite
from p2pgame.transport.finding.words import Code
from tests import wire_invite
from tests.transport.test_invite import every

#: What a window, a messenger or a page puts where a line is broken.
BREAKS = " \n\t\r\v\f\x85\xa0\xad\u1680\u180e\u2003\u200b\u200c\u200d\u200e\u200f"
BREAKS += "\u2028\u2029\u202f\u205f\u2060\u2066\u2069\u3000\ufeff"


@given(every, st.data())
def test_an_invite_is_read_wherever_its_line_was_broken(
    invite: AnyInvite, data: st.DataObject
) -> None:
    text = data.draw(st.sampled_from(["", "https://cards.example/#"])) + invite.encode()
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(text)))
        put = data.draw(st.text(BREAKS, min_size=1, max_size=3))
        text = text[:at] + put + text[at:]
    assert module.parse(text) == invite
    read_by_second = wire_invite.read_invite(text)
    assert read_by_second.secret == invite.secret


def test_words_are_read_with_what_nothing_shows_between_them() -> None:
    code = Code.parse("7-purple-sausages-river")
    assert Code.parse("\u200b7 purple\u00ad \u2060sausages\nriver\ufeff") == code
