"""Dialogs, each opened with open(), never exec()."""
