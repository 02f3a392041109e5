#!/usr/bin/env bash
# Makes sure that Qt and Graphviz find the system libraries they load: installs them as root on Debian, else tells how.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packaging/debian.sh
. packaging/debian.sh

# What the wheels of PySide6 and pygraphviz expect from the system, as `ldd` tells on Debian 12.
packages=(libegl1 libgl1 libglib2.0-0 libdbus-1-3 libfontconfig1 libfreetype6 libxkbcommon0 libexpat1 libzstd1
    libx11-6 libxext6 libxrender1)
with_a_display=(libx11-xcb1 libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0
    libxcb-render-util0 libxcb-render0 libxcb-shape0 libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1
    libwayland-client0 libwayland-cursor0 libwayland-egl1)

[ "$(uname -s)" = Linux ] || exit 0
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    packages+=("${with_a_display[@]}")
fi

missing() {
    .venv/bin/python packaging/missing_libraries.py
}

lacking=$(missing) && exit 0
install_or_tell "Qt and Graphviz lack system libraries ($lacking)" "${packages[@]}"
lacking=$(missing) || stop "Qt and Graphviz still lack system libraries: $lacking"
