"""GrapplerOptions: Grappler's options as a list to switch, each with what it does; it runs nothing itself."""

from __future__ import annotations

import dataclasses

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from graphscope.protocol.optimizer_options import OPTIONS, SINGLE_PASSES, OptimizerOption, Value
from graphscope.session.grappler_wish import Setting, changed_options
from graphscope.ui.labels import as_panel, label, paragraph

_MOST = 1_000_000
_WORDS = (
    "What is not changed here stays as TensorFlow and your module have it. Results are kept: going back runs nothing."
)
_ALL = "All passes, in rounds"


class GrapplerOptions(QDialog):
    """``wanted`` carries the setting, and whether it is to be shown beside the pane instead of in it."""

    wanted = Signal(object, bool)

    def __init__(self, letter: str, setting: Setting, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(f"Grappler's options for {letter}")
        self.resize(850, 660)
        self._setting = setting
        self.controls: dict[str, QCheckBox | QSpinBox] = {}
        self._marks: dict[str, QLabel] = {}
        self.only = self._pass_choice()
        self.told = label("", "muted")
        self.buttons = self._buttons()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(10)
        layout.addWidget(paragraph(_WORDS))
        layout.addWidget(self._list(), 1)
        alone = QHBoxLayout()
        alone.addWidget(label("Run"))
        alone.addWidget(self.only, 1)
        layout.addLayout(alone)
        layout.addWidget(self.told)
        layout.addWidget(self.buttons)
        self._fill(dict(setting.options))

    @property
    def setting(self) -> Setting:
        """What is chosen now."""
        values = {name: _value(control) for name, control in self.controls.items()}
        only = str(self.only.currentData())
        return dataclasses.replace(self._setting, options=changed_options(values), only=only)

    def reset(self) -> None:
        """Everything as TensorFlow has it."""
        self.only.setCurrentIndex(0)
        self._fill({})

    # ---- parts ---------------------------------------------------------------------------------------------------

    def _list(self) -> QScrollArea:
        inner = QWidget()
        as_panel(inner)
        grid = QGridLayout(inner)
        grid.setContentsMargins(12, 10, 12, 10)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(9)
        grid.setColumnStretch(1, 1)
        for row, option in enumerate(OPTIONS):
            control, mark = self._control(option), label("", "muted")
            does = paragraph(option.does, "muted")
            self.controls[option.name], self._marks[option.name] = control, mark
            for column, each in enumerate((self._named(option, control), does, mark)):
                grid.addWidget(each, row, column, Qt.AlignmentFlag.AlignTop if column != 1 else Qt.AlignmentFlag(0))
        grid.setRowStretch(len(OPTIONS), 1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        return area

    def _control(self, option: OptimizerOption) -> QCheckBox | QSpinBox:
        control: QCheckBox | QSpinBox
        if option.is_switch:
            control = QCheckBox(_capital(option.title))
            control.toggled.connect(self._tell)
        else:
            control = QSpinBox()
            control.setRange(min(option.values, default=-1), max(option.values, default=_MOST))
            control.valueChanged.connect(self._tell)
        control.setToolTip(option.name)
        control.setAccessibleName(option.title)
        control.setAccessibleDescription(option.does)
        return control

    def _named(self, option: OptimizerOption, control: QWidget) -> QWidget:
        """A number with its name before it; a switch bears its own."""
        if option.is_switch:
            return control
        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(label(_capital(option.title)), 1)
        line.addWidget(control)
        return both

    def _pass_choice(self) -> QComboBox:
        choice = QComboBox()
        choice.setAccessibleName("Which passes are run")
        choice.addItem(_ALL, "")
        for name in SINGLE_PASSES:
            choice.addItem(f"{name} alone, without running the function", name)
        choice.setCurrentIndex(max(0, choice.findData(self._setting.only)))
        choice.activated.connect(self._tell)
        return choice

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.here = buttons.addButton("Show in this pane", QDialogButtonBox.ButtonRole.AcceptRole)
        self.here.setProperty("primary", True)
        self.beside = buttons.addButton("Show beside it", QDialogButtonBox.ButtonRole.ActionRole)
        self.as_tensorflow = buttons.addButton("Reset", QDialogButtonBox.ButtonRole.ResetRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.here.clicked.connect(lambda: self._done(False))
        self.beside.clicked.connect(lambda: self._done(True))
        self.as_tensorflow.clicked.connect(self.reset)
        buttons.rejected.connect(self.reject)
        return buttons

    # ---- values --------------------------------------------------------------------------------------------------

    def _fill(self, changed: dict[str, Value]) -> None:
        for option in OPTIONS:
            control, value = self.controls[option.name], changed.get(option.name, option.default)
            if isinstance(control, QCheckBox):
                control.setChecked(bool(value))
            else:
                control.setValue(int(value))
        self._tell()

    def _tell(self) -> None:
        setting = self.setting
        changed = dict(setting.options)
        for option in OPTIONS:
            default = str(option.default) if not option.is_switch else "on" if option.default else "off"
            self._marks[option.name].setText(
                f"changed from {default}" if option.name in changed else f"{default} by default"
            )
            self._marks[option.name].setProperty("role", "warn" if option.name in changed else "muted")
            self._marks[option.name].style().polish(self._marks[option.name])
        self.told.setText(f"Changed: {setting.words}" if setting.words else "Nothing is changed.")
        self.as_tensorflow.setEnabled(bool(setting.words))

    def _done(self, beside: bool) -> None:
        self.wanted.emit(self.setting, beside)
        self.accept()


def _value(control: QCheckBox | QSpinBox) -> Value:
    return control.isChecked() if isinstance(control, QCheckBox) else control.value()


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
