#!/usr/bin/env bash
# install_desktop.sh [--remove]: Graphscope in this user's application menu (~/.local/share), started from this checkout's .venv.
set -euo pipefail
cd "$(dirname "$0")/.."

id=io.github.graphscope.Graphscope
share=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$share/applications/$id.desktop
metainfo=$share/metainfo/$id.metainfo.xml
icon=$share/icons/hicolor/scalable/apps/$id.svg

if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$metainfo" "$icon"
    echo "Graphscope is no longer in your application menu."
    exit 0
fi

program=$PWD/.venv/bin/graphscope
[ -x "$program" ] || program=$(command -v graphscope) || {
    echo "graphscope: there is no graphscope to start: run make setup first" >&2
    exit 1
}

install -Dm644 resources/icons/graphscope.svg "$icon"
install -Dm644 "packaging/$id.metainfo.xml" "$metainfo"
mkdir -p "$(dirname "$entry")"
# The desktop entry specification quotes a path in Exec with "…" and escapes in it \ " ` $, and doubles %; TryExec is plain.
quoted=$(printf '%s' "$program" | sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g')
while IFS= read -r line; do
    case $line in
        Exec=*) printf 'Exec="%s" %%f\n' "$quoted" ;;
        TryExec=*) printf 'TryExec=%s\n' "$program" ;;
        *) printf '%s\n' "$line" ;;
    esac
done <"packaging/$id.desktop" >"$entry"
if command -v update-desktop-database >/dev/null; then
    update-desktop-database "$share/applications"
fi
echo "Graphscope is in your application menu; packaging/install_desktop.sh --remove takes it out again."
