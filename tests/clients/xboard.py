#!/usr/bin/env python3
"""Real games inside XBoard, on a screen that nobody sees (Xvfb).

    tests/clients/xboard.py matches ENGINE      Rocada against other engines and itself, all variants
    tests/clients/xboard.py bots ENGINE         each bot of the course plays a game, in chess and crazyhouse
    tests/clients/xboard.py lint ENGINE         every line of ours is one that XBoard knows
    tests/clients/xboard.py soak ENGINE --games 200 [--variants chess,crazyhouse]
    tests/clients/xboard.py picture ENGINE FILE.png   the window with Rocada playing

Checked after each match: XBoard's exit status, the number of games, the [Variant] tag, how each game ended (no
forfeits, false claims, time losses or crashes of ours), and that no process of ours is left.
"""

import argparse
import collections
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

os.environ["PATH"] += ":/usr/games"
os.environ["LC_ALL"] = "C"

# What each variant is called by XBoard: switches, and the tag that the games must carry.
VARIANTS = {
    "chess": (["-variant", "normal"], None),
    "chess960": (["-variant", "fischerandom"], "fischerandom"),
    "crazyhouse": (["-variant", "crazyhouse"], "crazyhouse"),
    "crazyhouse960": (["-variant", "crazyhouse", "-shuffleOpenings", "-fischerCastling"], "crazyhouse"),
}

# Without these XBoard waits for clicks, writes its settings or animates moves on the engines' clocks.
UNATTENDED = ["-noGUI", "-xexit", "-xbell", "-soundProgram", "true", "-saveSettingsOnExit", "false",
              "-autoCallFlag", "true", "-matchPause", "10", "-xponder"]

BAD_ENDINGS = ["forfeit", "false draw claim", "false win claim", "false illegal-move claim", "wins on time",
               "exited unexpectedly", "program exits", "xboard exit", "illegal"]


class Failure(Exception):
    """A match showed something that must not happen."""


def is_busy():
    """Is the machine so busy with other work that a time loss says nothing about the engine?"""
    return os.getloadavg()[0] > 2 * (os.cpu_count() or 1)


def processes_of(engine):
    """The processes that run this engine."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.path.realpath(entry / "exe") == os.path.realpath(engine):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def run_xboard(arguments, seconds):
    """Runs XBoard without a screen; gives its exit status and what it said."""
    command = ["xvfb-run", "-a", "-s", "-screen 0 1024x768x24", "xboard", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                               start_new_session=True)
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise Failure(f"XBoard did not end within {seconds} s: {' '.join(command)}") from None
    return process.returncode, output


def games_of(pgn):
    """The games of a PGN text as (tags, moves with comments)."""
    games = []
    for part in re.split(r"(?m)^(?=\[Event )", pgn):
        if part.strip():
            tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', part, re.MULTILINE))
            games.append((tags, part.split("\n\n", 1)[-1]))
    return games


def check_game(tags, moves, variant_tag, ours):
    """Raises if a game ended in a way that must not happen to our engine."""
    if tags.get("Variant") != variant_tag:
        raise Failure(f"the game is {tags.get('Variant')}, not {variant_tag}")
    result = tags.get("Result")
    if result not in ("1-0", "0-1", "1/2-1/2"):
        raise Failure(f"the game has no result: {tags}")
    comments = re.findall(r"\{([^}]*)\}", moves)
    ending = comments[-1] if comments else ""
    for words in BAD_ENDINGS:
        if words in ending.lower():
            loser = tags["Black"] if result == "1-0" else tags["White"]
            if ours not in loser:
                continue  # The opponent's fault.
            if words == "wins on time" and is_busy():
                print(f"note: time loss on a busy machine (load {os.getloadavg()[0]:.1f}), not counted")
                continue
            raise Failure(f"{tags['White']} - {tags['Black']} {result}: {ending}")
    return ending


def keep_logs(folder):
    """Saves the games and XBoard's log from a folder that is about to be deleted."""
    keep = Path(tempfile.gettempdir()) / f"rocada-xboard-{os.getpid()}"
    shutil.copytree(folder, keep, dirs_exist_ok=True)
    print(f"the games and XBoard's log are kept in {keep}", file=sys.stderr)


def match(engine, opponent, variant, games, clock, extra=()):
    """Plays a match and checks every game; `opponent` None means the engine itself."""
    switches, tag = VARIANTS[variant]
    with tempfile.TemporaryDirectory() as folder:
        pgn = Path(folder) / "games.pgn"
        debug = Path(folder) / "xboard.debug"
        # XBoard splits the command at blanks and wants absolute paths.
        arguments = [*UNATTENDED, *switches, *clock, "-mg", str(games), "-sgf", str(pgn),
                     "-debug", "-nameOfDebugFile", str(debug), "-fcp", f'"{engine}"',
                     "-scp", opponent or f'"{engine}"', *extra]
        begin = time.monotonic()
        status, output = run_xboard(arguments, 45 + 20 * games)
        text = pgn.read_text(errors="replace") if pgn.exists() else ""
        log = debug.read_text(errors="replace") if debug.exists() else ""
        try:
            if status != 0:
                raise Failure(f"XBoard ended with status {status}: {output[-500:]}")
            played = games_of(text)
            if len(played) != games:
                raise Failure(f"{len(played)} games instead of {games}: {output[-500:]}")
            endings = [check_game(tags, moves, tag, "Rocada") for tags, moves in played]
            for slip in ("Ignoring extra move", "Undoing extra move"):
                # After a flag has fallen the loser's move comes too late, which is no slip.
                if slip in log and opponent is None and not any("on time" in ending for ending in endings):
                    raise Failure(f"XBoard's log says: {slip}")
            if any("on time" in ending for ending in endings):
                keep_logs(folder)
        except Failure:
            keep_logs(folder)
            raise
        seconds = time.monotonic() - begin
        name = opponent or "itself"
        counts = ", ".join(f"{count} x {ending}" for ending, count in collections.Counter(endings).most_common())
        print(f"{variant:14} against {name:16} {games} games, {seconds:5.1f} s: {counts}", flush=True)
        return log


def no_process_is_left(engine, before):
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        left = [pid for pid in processes_of(engine) if pid not in before]
        if not left:
            return
        time.sleep(0.1)
    raise Failure(f"processes are left: {left}")


def installed(*names):
    """Those of these engines that are there."""
    found = [name for name in names if shutil.which(name)]
    if not found:
        raise Failure(f"none of these engines is installed: {', '.join(names)}")
    return found


def match_one_of(engine, opponents, variant, games, clock):
    """A match against the first opponent that gets through it: some crash now and then, which is not our fault."""
    for opponent in opponents:
        try:
            return match(engine, opponent, variant, games, clock)
        except Failure as failure:
            theirs = "second chess program" in str(failure) or "second engine" in str(failure).lower()
            if not theirs or opponent == opponents[-1]:
                raise
            print(f"note: {opponent} failed ({failure}), trying another opponent")
    return None


def matches(engine, games):
    clock = ["-tc", "0:02", "-inc", "0.05"]
    match_one_of(engine, installed("hoichess", "fairymax"), "chess", games, clock)
    match_one_of(engine, installed("sjeng", "fairy-stockfish"), "crazyhouse", games, clock)
    for variant in VARIANTS:
        match(engine, None, variant, (games + 1) // 2, clock)


def bots(engine):
    """Each bot of the course against a quick opponent. The engine is Rocada playing as that bot."""
    for bot in ("Pawn", "Random", "Castler", "Greedy", "Minions", "ArtOfWar"):
        for variant in ("chess", "crazyhouse"):
            # Two plies are enough to see that the bot plays; three take seconds a move in crazyhouse on a busy machine.
            match(engine, None, variant, 1, ["-tc", "5", "-inc", "1"],
                  ["-firstOptions", f"Opponent={bot},MinionsDepth=2", "-secondOptions", "Level=8"])


def lint(engine):
    """XBoard marks lines of engines that it does not know."""
    for variant in VARIANTS:
        log = match(engine, None, variant, 1, ["-tc", "0:02", "-inc", "0.02"], ["-engineDebugOutput", "3"])
        marked = [line for line in log.splitlines() if "NON-COMPLIANT" in line]
        # XBoard writes the first letter of every line in lower case before it looks at it in this mode.
        marked = [line for line in marked if not re.search(r"[<>](first|second) : (hint:|error \()", line)]
        if marked:
            raise Failure("XBoard does not know these lines:\n" + "\n".join(marked[:10]))


def soak(engine, games, variants):
    for variant in variants:
        match(engine, None, variant, games, ["-tc", "0:01", "-inc", "0.01"])


def picture(engine, target):
    """A game against Fairy-Max in a visible window, photographed after some moves."""
    display = next(number for number in range(90, 200) if not Path(f"/tmp/.X{number}-lock").exists())
    environment = {**os.environ, "DISPLAY": f":{display}"}
    screen = subprocess.Popen(["Xvfb", f":{display}", "-screen", "0", "1000x760x24"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    board = None
    try:
        time.sleep(1)
        command = ["xboard", "-xbell", "-soundProgram", "true", "-saveSettingsOnExit", "false", "-xponder",
                   "-tc", "0:20", "-inc", "0.1", "-mg", "1", "-firstOptions", "OwnBook=0", "-fcp", f'"{engine}"',
                   "-scp", installed("hoichess", "fairymax")[0], "-size", "64", "-x", "0", "-y", "0",
                   "-variant", "normal", "-highlightLastMove", "true"]
        board = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(18)
        subprocess.run(["import", "-window", "root", "-trim", str(target)], env=environment, check=True, timeout=30)
        colours = subprocess.run(["identify", "-format", "%k", str(target)], capture_output=True, text=True, check=True)
        if int(colours.stdout) < 50:
            raise Failure(f"the picture has only {colours.stdout} colours: there is no board on it")
        print(f"picture with {colours.stdout} colours in {target}")
    finally:
        for process in (board, screen):
            if process:
                process.terminate()
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["matches", "bots", "lint", "soak", "picture"])
    parser.add_argument("engine", type=lambda text: os.path.realpath(text))
    parser.add_argument("target", nargs="?", help="the file of the picture")
    parser.add_argument("--games", type=int, default=2, help="games of each match (default 2)")
    parser.add_argument("--variants", default=",".join(VARIANTS), help="which variants to soak")
    arguments = parser.parse_args()
    before = processes_of(arguments.engine)
    try:
        if arguments.what == "matches":
            matches(arguments.engine, arguments.games)
        elif arguments.what == "bots":
            bots(arguments.engine)
        elif arguments.what == "lint":
            lint(arguments.engine)
        elif arguments.what == "soak":
            soak(arguments.engine, arguments.games, arguments.variants.split(","))
        else:
            picture(arguments.engine, Path(arguments.target or "xboard.png"))
        no_process_is_left(arguments.engine, before)
    except Failure as failure:
        print(f"failed: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
