#!/usr/bin/env python3
"""Rocada behind python-chess 1.11, which lichess-bot and many others are built on. Usage: python_chess.py ENGINE"""

import os
import sys
import time

import chess
import chess.engine
import chess.variant

ENGINE = os.path.realpath(sys.argv[1])
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
BOARDS = {
    "chess": chess.Board,
    "chess960": lambda: chess.Board.from_chess960_pos(518 - 77),
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "crazyhouse960": lambda: crazyhouse960(333),
}


def crazyhouse960(number):
    ranks = chess.Board.from_chess960_pos(number)
    board = chess.variant.CrazyhouseBoard(chess960=True)
    board.set_board_fen(ranks.board_fen())
    board.castling_rights = ranks.castling_rights
    return board


def open_xboard():
    return chess.engine.SimpleEngine.popen_xboard(ENGINE, timeout=20)


def open_uci():
    return chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=20)


def play_games(opener, options):
    """Short games in all variants; every move is checked by python-chess."""
    with opener() as engine:
        engine.configure(options)
        for name, make in BOARDS.items():
            board = make()
            clock = chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.05, black_inc=0.05)
            moves = 0
            for _ in range(16):
                if board.is_game_over():
                    break
                result = engine.play(board, clock, game=name, info=chess.engine.INFO_ALL)
                assert result.move in board.legal_moves, (name, board.fen(), result)
                board.push(result.move)
                moves += 1
            assert moves > 4, name


def limits(opener, options):
    with opener() as engine:
        engine.configure(options)
        board = chess.Board()
        for limit in (chess.engine.Limit(time=0.2), chess.engine.Limit(depth=5), chess.engine.Limit(nodes=5000),
                      chess.engine.Limit(time=0.1, depth=3)):
            result = engine.play(board, limit)
            assert result.move in board.legal_moves, limit
        mate = chess.Board(MATE_IN_ONE)
        info = engine.analyse(mate, chess.engine.Limit(time=0.5))
        assert info["score"].white() == chess.engine.Mate(1), info
        assert info["pv"][0] == chess.Move.from_uci("d1d8"), info
        only = engine.analyse(board, chess.engine.Limit(depth=5), root_moves=[chess.Move.from_uci("a2a3")])
        assert only["pv"][0].uci() == "a2a3", only


def ponder(opener, options):
    """Pondering between the moves, hits and misses."""
    with opener() as engine:
        engine.configure(options)
        board = chess.Board()
        clock = chess.engine.Limit(white_clock=4, black_clock=4, white_inc=0.1, black_inc=0.1)
        for number in range(5):
            result = engine.play(board, clock, game="ponder", ponder=True)
            board.push(result.move)
            time.sleep(0.1)
            guess = result.ponder if number % 2 == 0 else None
            if guess not in board.legal_moves:
                guess = list(board.legal_moves)[-1]
            board.push(guess)


def draw_offers():
    """A lost engine takes the draw, a winning one does not (CECP)."""
    with open_xboard() as engine:
        engine.configure({"OwnBook": False})
        lost = chess.Board("6k1/8/8/8/8/8/5Q2/6K1 b - - 0 1")
        result = engine.play(lost, chess.engine.Limit(time=0.3), draw_offered=True)
        assert result.draw_offered and result.move, result
        won = chess.Board("6k1/8/8/8/8/8/5Q2/6K1 w - - 0 1")
        result = engine.play(won, chess.engine.Limit(time=0.3), game=2, draw_offered=True)
        assert not result.draw_offered and result.move, result


def uci_options():
    with open_uci() as engine:
        for name in ("Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Variant", "UCI_Chess960", "OwnBook",
                     "SyzygyPath", "UCI_ShowWDL"):
            assert name in engine.options, name
        engine.configure({"Hash": 32, "Threads": 2, "Move Overhead": 50, "OwnBook": False, "UCI_ShowWDL": True})
        board = chess.Board()
        lines = engine.analyse(board, chess.engine.Limit(depth=8), multipv=3)
        assert len(lines) == 3 and len({line["pv"][0] for line in lines}) == 3, lines
        assert all(sum(line["wdl"].relative) == 1000 for line in lines)
        scores = [line["score"].relative.score() for line in lines]
        assert scores == sorted(scores, reverse=True), scores
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 8:
                    break


def xboard_options():
    with open_xboard() as engine:
        for name in ("OwnBook", "BookFile", "SyzygyPath", "MoveOverhead", "Resign"):
            assert name in engine.options, (name, list(engine.options))
        engine.configure({"memory": 32, "cores": 2, "OwnBook": False, "MoveOverhead": 50})
        with engine.analysis(chess.variant.CrazyhouseBoard()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 6:
                    break
        result = engine.play(chess.Board(), chess.engine.Limit(time=0.1))
        assert result.move


def finished_positions():
    """Mated and stalemated positions get an answer, not a hang."""
    for fen in ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
        with open_uci() as engine:
            info = engine.analyse(chess.Board(fen), chess.engine.Limit(depth=3))
            assert "score" in info, info


def main():
    tests = [
        ("games over CECP", lambda: play_games(open_xboard, {"OwnBook": False})),
        ("games over CECP with the book", lambda: play_games(open_xboard, {})),
        ("games over UCI", lambda: play_games(open_uci, {"OwnBook": False})),
        ("limits over CECP", lambda: limits(open_xboard, {"OwnBook": False})),
        ("limits over UCI", lambda: limits(open_uci, {"OwnBook": False})),
        ("ponder over CECP", lambda: ponder(open_xboard, {"OwnBook": False})),
        ("ponder over UCI", lambda: ponder(open_uci, {"OwnBook": False})),
        ("draw offers", draw_offers),
        ("options over UCI", uci_options),
        ("options over CECP", xboard_options),
        ("finished positions", finished_positions),
    ]
    for name, test in tests:
        begin = time.monotonic()
        test()
        print(f"{name}: {time.monotonic() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main()
