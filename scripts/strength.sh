#!/usr/bin/env bash
# Measures all that docs/strength.md tells: speed, matches, networks, threads, test positions, endings, fast games.
#
#   scripts/strength.sh [--engine target/release/rocada] [--data ../shared/data] [--out target/strength] [STEP...]
#
# Without steps all of them, one after the other (three hours on two cores): on a machine with nothing else to do. Each writes
# one file of the output folder; what is there is not measured again, so a run that was broken off goes on where it stood.
set -euo pipefail

engine=target/release/rocada data=../shared/data out=target/strength steps=()
while [ $# -gt 0 ]; do
    case "$1" in
        --engine) engine=$2; shift 2 ;;
        --data) data=$2; shift 2 ;;
        --out) out=$2; shift 2 ;;
        -*) echo "strength.sh: unknown argument '$1'" >&2; exit 2 ;;
        *) steps+=("$1"); shift ;;
    esac
done
mkdir -p "$out"
PATH="$PATH:/usr/games"
own="cmd=$engine proto=uci option.OwnBook=false option.Hash=64"
openings() { echo "$data/openings/$1"; }
noob=$(openings noob_3moves_6000.epd) uho=$(openings UHO_4060_v4_6000.epd)
house=$(openings crazyhouse_p4-f12_5000.epd) fischer=$(openings chess960_3moves_5000.epd)

# Rocada against a guest, two games at a time: GUEST'S WORDS, then the rest of the command line.
guest() {
    local words=$1
    shift
    "$engine" match --engine "$own name=Rocada" --engine "$words" --concurrency 2 "$@" | tail -7
}
# Two sorts of Rocada: WORDS and WORDS, then the rest.
rivals() {
    local new=$1 base=$2
    shift 2
    "$engine" match --engine "$own $new" --engine "$own $base" "$@" | tail -7
}
suite() { echo "$1: $("$engine" suite "$data/epd/$1.epd" --movetime 1000 "${@:2}" | tail -1)"; }

step_speed() {
    local variant net kernels
    for variant in chess crazyhouse; do
        for net in embedded classical embedded classical embedded classical; do
            echo "$variant $net: $("$engine" bench --variant "$variant" --net "$net" | tail -1)"
        done
    done
    for kernels in plain avx2 avx512; do
        echo "$kernels: $("$engine" bench --kernels "$kernels" 2>&1 | tail -1)"
    done
}
step_toga2() { guest cmd=toga2 --games 100 --tc 2+0.02 --openings "$noob"; }
step_phalanx() { guest cmd=phalanx --games 100 --tc 2+0.02 --openings "$noob"; }
step_gnuchess() {
    guest "cmd='gnuchess --uci' proto=uci" --games 100 --tc 2+0.02 --timemargin 500 \
        --openings "$(openings 8moves_v3_2000.pgn)"
}
step_glaurung() { guest cmd=glaurung --games 100 --movetime 50 --timemargin 2000 --openings "$noob"; }
step_sjeng() { guest cmd=sjeng --games 100 --tc 2+0.02 --variant crazyhouse --openings "$house"; }
step_fairy() {
    guest "cmd=fairy-stockfish proto=uci 'option.Move Overhead=0' option.Hash=64" \
        --games 200 --tc 1+0.02 --variant crazyhouse --openings "$house"
}
step_stockfish() { guest "cmd=stockfish option.Hash=64" --games 100 --tc 1+0.02 --openings "$noob"; }
networks() {
    rivals name=network "name=classical option.EvalFile=classical" --tc 0.5+0.01 --concurrency 2 "$@"
}
step_network_chess() { networks --games 400 --openings "$uho"; }
step_network_crazyhouse() { networks --games 200 --variant crazyhouse --openings "$house"; }

# Nodes a second of one and of two threads, three seconds a position from a fresh start.
step_threads_speed() {
    local threads position
    for position in startpos "fen r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQK2R w KQkq - 0 7" \
        "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1" \
        "fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"; do
        for threads in 1 2 1 2 1 2; do
            { printf 'uci\nsetoption name OwnBook value false\nsetoption name Threads value %s\n' "$threads"
              printf 'position %s\ngo movetime 3000\n' "$position"
              sleep 3.5; } | "$engine" | sed -n "s/.* nps \([0-9]*\).*/$threads \1/p" | tail -1
        done
    done | awk '{ sum[$1] += $2 } END { printf "two threads search %.2f times the nodes a second\n", sum[2] / sum[1] }'
}
step_threads() {
    rivals "name=two option.Threads=2" name=one --tc 0.4+0.004 --games 300 --openings "$uho"
}
step_suites() {
    local name
    suite wac
    for name in mate_in2_6331 mate_pychess_m2 mate_pychess_m3 mate_pychess_m4; do suite "$name" --mates; done
    for name in crazyhouse_mate1 crazyhouse_mate2 crazyhouse_mate3; do suite "$name" --variant crazyhouse; done
    suite crazyhouse_mate4to6_checks --variant crazyhouse --mates
    suite endgame_tb_decisions --syzygy "$data/syzygy"
}
step_endings() {
    rivals name=one name=two --nodes 20000 --sequential --openings "$data/epd/mate_150_KRvK.epd" --games 186 --concurrency 2
    rivals name=one name=two --nodes 20000 --sequential --openings "$data/epd/mate_150_KBNvK.epd" --games 202 --concurrency 2
}
fast() { rivals name=one name=two --games 1000 --tc 1+0.01 --timemargin 0 --concurrency 5 "$@"; }
step_fast_chess() { fast --openings "$noob"; }
step_fast_chess960() { fast --variant chess960 --openings "$fischer"; }
step_fast_crazyhouse() { fast --variant crazyhouse --openings "$house"; }
step_fast_crazyhouse960() { fast --variant crazyhouse960; }

if [ ${#steps[@]} = 0 ]; then
    mapfile -t steps < <(sed -n 's/^step_\([a-z0-9_]*\)().*/\1/p' "$0")
fi
for step in "${steps[@]}"; do
    if [ "$(type -t "step_$step")" != function ]; then
        echo "strength.sh: there is no step '$step'" >&2
        exit 2
    fi
    if [ ! -s "$out/$step" ]; then
        "step_$step" > "$out/$step.part"
        mv "$out/$step.part" "$out/$step"
    fi
    echo "== $step"
    cat "$out/$step"
done
