# Sourced by the scripts beside it: what to do when something of the system is missing.

stop() {
    printf 'graphscope: %s\n' "$1" >&2
    exit 1
}

# install_or_tell REASON PACKAGE...: installs Debian packages when that is allowed, else stops and tells the line to type.
install_or_tell() {
    local reason=$1
    shift
    if ! command -v apt-get >/dev/null; then
        stop "$reason. Install what your system calls: $*"
    elif [ "$(id -u)" -ne 0 ]; then
        stop "$reason. Type this line, then try again: sudo apt-get update && sudo apt-get install -y $*"
    fi
    printf 'graphscope: %s: installing %s\n' "$reason" "$*" >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq </dev/null && apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null ||
        stop "$reason, and apt-get could not install: $*"
}
