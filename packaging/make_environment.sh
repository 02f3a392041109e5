#!/usr/bin/env bash
# Installs this checkout, editable, with the named extra of pyproject.toml (test, lint, package) into .venv, made if need be.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packaging/debian.sh
. packaging/debian.sh

python=${PYTHON:-python3}
extra=${1:-test}

command -v "$python" >/dev/null || install_or_tell "Graphscope needs Python 3.10 or newer, and there is no $python" python3 python3-venv
command -v "$python" >/dev/null || stop "There is still no $python. Name an interpreter: make setup PYTHON=/path/to/python3"

version=$("$python" -c 'import platform; print(platform.python_version())')
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' ||
    stop "Graphscope needs Python 3.10 or newer, and $python is $version. Name another: make setup PYTHON=python3.11"

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    install_or_tell "$python cannot make virtual environments" python3-venv
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        stop "$python ($version) still cannot make virtual environments. Name another: make setup PYTHON=/usr/bin/python3"
fi

# An environment whose interpreter is gone, or one left half made, is made anew.
.venv/bin/python -m pip --version >/dev/null 2>&1 || "$python" -m venv --clear .venv

echo "Installing Graphscope and its $extra tools into .venv (TensorFlow and Qt are large: a few minutes on a first run)"
.venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check --editable ".[$extra]" ||
    stop "The packages could not be installed; pip says why above. Python here is $version: TensorFlow may not have a release for it yet"
