#!/usr/bin/env bash
# The ladder: levels, bots of the course and outside engines in one pool, on one scale. Prints the table of docs/levels.md.
#
#   scripts/levels.sh [--variant chess|crazyhouse] [--games 200] [--from 1] [--to 19] [--engine target/release/rocada]
#                     [--out DIRECTORY] [--openings FILE] [--no-anchors]
#
# CONCURRENCY=2 plays two games at a time. Each level meets the one below; bots and anchors meet the levels near them.
# Games that are there already are kept, so a run that was broken off goes on where it stood. Every pair plays the same games for the same seed.
set -euo pipefail

variant=chess games=200 from=1 to=19 engine=target/release/rocada out= openings= anchors=yes
while [ $# -gt 0 ]; do
    case "$1" in
        --variant) variant=$2; shift 2 ;;
        --games) games=$2; shift 2 ;;
        --from) from=$2; shift 2 ;;
        --to) to=$2; shift 2 ;;
        --engine) engine=$2; shift 2 ;;
        --out) out=$2; shift 2 ;;
        --openings) openings=$2; shift 2 ;;
        --no-anchors) anchors=no; shift ;;
        *) echo "levels.sh: unknown argument '$1'" >&2; exit 2 ;;
    esac
done
out=${out:-target/levels-$variant}
mkdir -p "$out"
PATH="$PATH:/usr/games"

# A match of two players; the file is named by both.
meet() { # NAME WORDS NAME WORDS
    local file="$out/$1-$3.pgn"
    local more=()
    [ -s "$file" ] && more+=(--resume)
    [ -n "$openings" ] && more+=(--openings "$openings")
    "$engine" match --engine "name=$1 $2" --engine "name=$3 $4" --games "$games" --variant "$variant" \
        --pgn "$file" "${more[@]}" --depth 1 --max-moves 200 --concurrency "${CONCURRENCY:-1}" >/dev/null
    files+=("$file")
}

level() { echo "builtin:level=$1"; }
has() { command -v "$1" >/dev/null; }

files=()
for ((l = from; l < to; l++)); do
    meet "level-$((l + 1))" "$(level $((l + 1)))" "level-$l" "$(level "$l")"
done

# The bots of the course, each against the levels that are about as strong.
near() { # BOT LEVEL LEVEL
    local l
    for l in "$2" "$3"; do
        if [ "$l" -ge "$from" ] && [ "$l" -le "$to" ]; then meet "$1" "builtin:$1" "level-$l" "$(level "$l")"; fi
    done
}
near random 1 2
near castler 1 2
near greedy 1 2
near minions 5 7
near artofwar 7 9

# Outside engines at fixed strength, where they are installed. A guest meets the level that is about as strong.
fits=()
guest() { # NAME LEVEL COMMAND WORDS
    if has "${3%% *}" && [ "$2" -ge "$from" ] && [ "$2" -le "$to" ]; then
        meet "$1" "cmd='$3' $4" "level-$2" "$(level "$2")"
    fi
}
if [ "$anchors" = yes ] && [ "$variant" = crazyhouse ]; then
    guest sjeng-depth-4 9 sjeng "proto=cecp depth=4"
elif [ "$anchors" = yes ]; then
    for pair in "1320 10" "1700 13" "2100 17" "2500 19"; do
        read -r elo l <<<"$pair"
        guest "stockfish-$elo" "$l" stockfish \
            "proto=uci option.UCI_LimitStrength=true option.UCI_Elo=$elo movetime=20"
    done
    # One point fixes the scale; what the others say shows how far Stockfish's steps are ours.
    if has stockfish && [ "$from" -le 10 ] && [ "$to" -ge 10 ]; then fits=(--anchor stockfish-1320=1320); fi
    guest sjeng-depth-4 12 sjeng "proto=cecp depth=4"
    guest gnuchess-depth-4 14 "gnuchess --uci" "proto=uci depth=4"
    # Fairy-Max cannot set up every position: it begins where the game begins.
    openings="" guest fairymax-depth-4 12 fairymax "proto=cecp depth=4"
fi

"$engine" ratings "${files[@]}" "${fits[@]}"
