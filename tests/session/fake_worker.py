"""FakeWorker: a WorkerPort that writes down what it is sent and answers when a test says so."""

from __future__ import annotations

from typing import Any

from graphscope.capture.capture import Capture
from graphscope.model.trace import UserError
from graphscope.protocol import messages as m
from graphscope.protocol.records import ErrorRecord, FoundFunction, GraphRecord, ReasonRecord, SourceText, TraceRecord
from graphscope.session.captures import CapturePort
from graphscope.session.session import Session
from graphscope.session.settings import SettingsFile
from graphscope.session.worker_port import Optimisers, WorkerPort

SOURCE = "def double(x):\n    return x + x\n"
FILE = "/home/user/double.py"


class FakeWorker:
    """Made from the Protocol: mypy and a test hold it to that."""

    def __init__(self) -> None:
        self.sent: list[Any] = []
        self.cancelled = 0
        self.discarded = 0

    def send(self, request: m.Request) -> None:
        self.sent.append(request)

    def cancel(self) -> None:
        self.cancelled += 1

    def discard(self) -> None:
        self.discarded += 1

    @property
    def last(self) -> Any:
        return self.sent[-1]


class FakeCaptures:
    """Writes down what it is to read and write."""

    def __init__(self) -> None:
        self.to_read: list[str] = []
        self.written: list[tuple[str, Capture]] = []
        self.cancelled = 0

    def read(self, path: str) -> None:
        self.to_read.append(path)

    def write(self, path: str, capture: Capture) -> None:
        self.written.append((path, capture))

    def cancel(self) -> None:
        self.cancelled += 1


_port: WorkerPort = FakeWorker()
_captures: CapturePort = FakeCaptures()


class Desk:
    """A session between two fake workers, with the answers that a real worker would give."""

    def __init__(self, settings: SettingsFile | None = None) -> None:
        self.worker, self.optimiser, self.compiler = FakeWorker(), FakeWorker(), FakeWorker()
        self.captures = FakeCaptures()
        optimisers = Optimisers(self.optimiser, self.compiler)
        self.session = Session(self.worker, optimisers, self.captures, settings or SettingsFile(None))

    @property
    def generation(self) -> int:
        return self.worker.last.generation

    def opened(self, *functions: FoundFunction) -> None:
        reply = m.ModuleOpened(self.generation, FILE, "double", functions or (found(),), (SourceText(FILE, SOURCE),))
        self.session.worker_received(reply, "")

    def chosen(self) -> None:
        reply = m.FunctionChosen(self.generation, "double", "tf.function", FILE, 1, "(x)")
        self.session.worker_received(reply, "")

    def traced(self, record: TraceRecord | None = None, output: str = "") -> None:
        request = self.worker.last
        reply = m.SignatureTraced(request.generation, request.number, record or traced(request.signature))
        self.session.worker_received(reply, output)

    def failed(self, message: str = "no", exit_code: int = 3) -> None:
        reply = m.Failed(self.generation, ErrorRecord("ModuleError", message, FILE, 1), exit_code)
        self.session.worker_received(reply, "")

    def ended(self, message: str = "the worker was killed") -> None:
        self.session.worker_ended(UserError("WorkerError", message), "")

    def open_and_trace(self, *signatures: str) -> None:
        """Open, choose and trace every signature."""
        self.session.open("double.py", signatures=signatures)
        self.opened()
        self.chosen()
        for _ in signatures:
            self.traced()

    def optimised(self, reply: Any) -> None:
        self.session.grappler.runs.queue.received(reply, "")


def found(expression: str = "double", kind: str = "tf.function", **fields: Any) -> FoundFunction:
    return FoundFunction(expression, expression, kind, FILE, 1, "(x)", **fields)


def traced(signature: str, *, reasons: tuple[ReasonRecord, ...] = ()) -> TraceRecord:
    return TraceRecord(signature, "traced", 0.034, reasons=reasons, graph=graph())


def graph(function: str = "double_1") -> GraphRecord:
    return GraphRecord(
        function=function,
        names=("x", "add"),
        op_types=(0, 1),
        op_type_table=("Placeholder", "AddV2"),
        inputs=((), (0, 0, 0, 0)),
        control_inputs=((), ()),
        outputs=((0,), (0,)),
        spec_table=("int32[]",),
        attributes=(0, 0),
        attribute_table=({},),
        devices=(0, 0),
        device_table=("",),
        stacks=(0, 1),
        stack_table=((), (0,)),
        frame_table=((FILE, 2, "double"),),
    )
