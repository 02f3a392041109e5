#!/usr/bin/env bash
# Builds wheel and sdist into dist/, installs the wheel into a fresh environment and uses it there, far from this checkout.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=packaging/debian.sh
. packaging/debian.sh

say() { printf '\n== %s\n' "$1"; }

say "What desktops read"
if command -v appstreamcli >/dev/null; then
    appstreamcli validate --no-net packaging/*.metainfo.xml
fi
if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate packaging/*.desktop
fi

say "Building"
rm -rf dist
.venv/bin/python -m build --outdir dist .
wheels=(dist/*.whl)
[ "${#wheels[@]}" -eq 1 ] || stop "One wheel was expected in dist/, and there are ${#wheels[@]}"

say "Nothing is missing in the wheel or the sdist"
.venv/bin/python packaging/compare_archives.py dist

away=$(mktemp -d)
trap 'rm -rf "$away"' EXIT
say "Installing the wheel into a fresh environment"
"${PYTHON:-python3}" -m venv "$away/environment"
"$away/environment/bin/python" -m pip install --quiet --no-input --disable-pip-version-check "${wheels[0]}"
graphscope=$away/environment/bin/graphscope

cd "$away"
unset DISPLAY WAYLAND_DISPLAY PYTHONPATH
clip_loop=$("$away/environment/bin/python" -c 'from graphscope.bundled_files import sample; print(sample("clip_loop.py"))')
case $clip_loop in
    "$away"/*) ;;
    *) stop "The samples of the wheel were not used, but $clip_loop" ;;
esac

say "graphscope --version, functions, trace"
"$graphscope" --version
"$graphscope" functions "$clip_loop"
# A copy is the user's own file; the one in site-packages has to give the same answer.
cp "$clip_loop" "$away/copied.py"
for module in "$clip_loop" "$away/copied.py"; do
    "$graphscope" trace "$module" --function clip_loop --signature 'float32[None, 4], 3, True' --json "$away/report.json"
    "$away/environment/bin/python" - "$away/report.json" <<'PROOF'
import json
import sys

(trace,) = json.load(open(sys.argv[1], encoding="utf-8"))["traces"]
assert trace["outcome"] == "traced", trace
assert any(entry["outcome"] == "staged" for entry in trace["control_flow"]), trace["control_flow"]
PROOF
done

say "The window, drawn without a display"
"$graphscope" "$clip_loop" --function clip_loop --signature 'float32[None, 4], 3, True' --screenshot "$away/window.png"
[ "$(head -c 4 "$away/window.png" | tail -c 3)" = PNG ] || stop "The window's picture is no PNG file"

cd - >/dev/null
say "Proved:"
ls -l dist
