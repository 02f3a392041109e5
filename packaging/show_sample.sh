#!/usr/bin/env bash
# show_sample.sh [--picture] FILE.png: the window on the control-flow sample; its picture in FILE.png where there is no display.
set -euo pipefail
cd "$(dirname "$0")/.."

wanted=window
if [ "${1:-}" = --picture ]; then
    wanted=picture
    shift
fi
picture=${1:-build/graphscope.png}
arguments=(samples/clip_loop.py --function clip_loop
    --signature 'float32[None, 4], 3, True' --signature 'float32[8, 4], 3, False' --view B=after)

if [ "$wanted" = window ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec .venv/bin/python -m graphscope "${arguments[@]}"
fi
mkdir -p "$(dirname "$picture")"
.venv/bin/python -m graphscope "${arguments[@]}" --screenshot "$picture"
[ -s "$picture" ] || { echo "graphscope: no picture was written to $picture" >&2; exit 1; }
if [ "$wanted" = window ]; then
    echo "There is no display here, so the window was drawn into a picture: $picture"
else
    echo "The picture of the window lies in $picture"
fi
