import pytest

from p2pgame.protocols.arithmetic import equations, group
from p2pgame.protocols.arithmetic.errors import InvalidProof
from p2pgame.protocols.arithmetic.group import Element, G, Scalar, hash_to_group
from p2pgame.protocols.arithmetic.transcript import Transcript

P = hash_to_group(b"test", b"P")
ONE, TWO = Scalar(1), Scalar(2)
TRUE = ((TWO, P), (-ONE, P + P))


def verify(*all_of_them: equations.Terms) -> None:
    equations.verify(all_of_them, Transcript(b"test"))


def test_true_equations_hold_together() -> None:
    verify()
    verify(TRUE)
    verify(TRUE, ((ONE, G), (ONE, P), (-ONE, G + P)), TRUE)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_false_equation_is_caught_in_any_place(place: int) -> None:
    false: equations.Terms = ((TWO, P), (-ONE, P))
    with pytest.raises(InvalidProof):
        verify(*[TRUE] * place, false, *[TRUE] * (2 - place))


@pytest.mark.pitfall(27)
def test_two_false_equations_do_not_make_up_for_each_other() -> None:
    with pytest.raises(InvalidProof):
        verify(((ONE, P),), ((-ONE, P),))


@pytest.mark.pitfall(27)
def test_the_weight_depends_on_the_whole_history() -> None:
    said, unsaid = Transcript(b"test"), Transcript(b"test")
    said.append(b"a response", TWO)
    weight = unsaid.challenge(b"weight of an equation")
    cancelling: list[equations.Terms] = [((weight, P),), ((-ONE, P),)]
    equations.verify(cancelling, Transcript(b"test"))
    with pytest.raises(InvalidProof):
        equations.verify(cancelling, said)


def test_an_element_in_many_equations_is_multiplied_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    multiplied: list[Element] = []

    def count(scalars: list[Scalar], elements: list[Element]) -> Element:
        multiplied.extend(elements)
        return group.multiply_sum(scalars, elements)

    monkeypatch.setattr(equations, "multiply_sum", count)
    verify(TRUE, TRUE, TRUE)
    assert multiplied == [P, P + P]
