"""The legal order of replies, and that no other is let through."""

from __future__ import annotations

import pytest

from graphscope.errors import ProtocolError
from graphscope.protocol import messages as m
from graphscope.protocol.order import ReplyOrder
from graphscope.protocol.records import ErrorRecord, TraceRecord

HELLO = m.Hello(m.PROTOCOL, "word")
READY = m.Ready(m.PROTOCOL, "3.11.7", "python", "2.21.0", ("CPU:0",), 1)
OPEN = m.OpenModule(1, "a.py")
OPENED = m.ModuleOpened(1, "a.py", "a", ())
TRACE = m.TraceSignature(2, 0, "int32[]")
TRACED = m.SignatureTraced(2, 0, TraceRecord("int32[]", "traced", 0.1))


def failed(generation: int) -> m.Failed:
    """A Failed reply to the request of that generation."""
    return m.Failed(generation, ErrorRecord("E", "message"), 4)


def test_that_a_conversation_in_order_is_followed() -> None:
    order = ReplyOrder()
    order.sent(HELLO)
    order.sent(OPEN)
    order.sent(TRACE)
    asked = [order.received(each) for each in (m.Progress(0, "importing"), READY, m.Progress(1, "…"), OPENED, TRACED)]
    assert asked == [HELLO, HELLO, OPEN, OPEN, TRACE]
    assert order.idle


def test_that_the_current_request_is_the_oldest_unanswered_one() -> None:
    order = ReplyOrder()
    assert order.current is None
    order.sent(HELLO)
    order.sent(OPEN)
    assert order.current == HELLO
    order.received(READY)
    assert order.current == OPEN
    order.received(OPENED)
    assert order.current is None


def test_that_any_request_may_fail() -> None:
    for request in (HELLO, OPEN, TRACE, m.RunGrappler(3, ""), m.CompileXla(4, ""), m.ChooseFunction(5, "f")):
        order = ReplyOrder()
        order.sent(request)
        assert order.received(failed(request.generation)) == request


def test_that_whereabouts_come_at_any_time() -> None:
    order = ReplyOrder()
    order.sent(m.WhereAreYou(7))
    assert order.idle
    order.received(m.Whereabouts(7, "a.py", 3))
    order.sent(OPEN)
    order.received(m.Whereabouts(6))
    assert order.current == OPEN


@pytest.mark.parametrize(
    ("asked", "reply", "complaint"),
    [
        ([], OPENED, "nothing was asked"),
        ([], m.Progress(1, ""), "nothing was asked"),
        ([OPEN], READY, "generation 0, not 1"),
        ([OPEN], m.FunctionChosen(1, "f", "function"), "FunctionChosen is no answer to OpenModule"),
        ([OPEN, TRACE], TRACED, "generation 2, not 1"),
        ([OPEN], m.Progress(2, ""), "generation 2, not 1"),
        ([OPEN], failed(0), "generation 0, not 1"),
        ([HELLO], HELLO, "Hello is no answer to Hello"),
    ],
)
def test_that_a_reply_out_of_order_is_refused(asked: list[m.Request], reply: m.Reply, complaint: str) -> None:
    order = ReplyOrder()
    for each in asked:
        order.sent(each)
    with pytest.raises(ProtocolError, match=complaint):
        order.received(reply)


def test_that_a_second_final_reply_is_refused() -> None:
    order = ReplyOrder()
    order.sent(OPEN)
    order.received(OPENED)
    with pytest.raises(ProtocolError):
        order.received(OPENED)
