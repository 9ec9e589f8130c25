#!/usr/bin/env python3
"""Rocada behind PolyGlot, the adapter that XBoard uses for UCI engines. Usage: polyglot.py ENGINE"""

import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time

os.environ["PATH"] += ":/usr/games"
ENGINE = os.path.realpath(sys.argv[1])


class Adapter:
    def __init__(self):
        command = [shutil.which("polyglot"), "-noini", "-ec", ENGINE, "-log", "false"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.strip())
        self.lines.put(None)

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def expect(self, pattern, seconds=20):
        deadline = time.monotonic() + seconds
        seen = []
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {pattern} within {seconds} s: {seen[-5:]}") from None
            assert line is not None, f"PolyGlot ended: {seen[-5:]}"
            seen.append(line)
            assert not re.search(r"illegal|fatal", line, re.IGNORECASE), line
            if re.search(pattern, line):
                return line


def main():
    adapter = Adapter()
    adapter.send("xboard", "protover 2")
    adapter.expect("done=1")
    for variant in ("normal", "fischerandom"):
        adapter.send("new", f"variant {variant}", "level 0 0:10 1", "post", "easy", "time 1000", "otim 1000",
                     "usermove e2e4")
        adapter.expect(r"^move [a-h][1-8][a-h][1-8]")
        adapter.send("force", "ping 1")
        adapter.expect("^pong 1$")
    adapter.send("new", "post", "analyze")
    adapter.expect(r"^ *\d+ -?\d+ \d+ \d+ ")
    adapter.send("exit", "ping 2")
    adapter.expect("^pong 2$")
    adapter.send("quit")
    adapter.process.wait(5)
    print("PolyGlot plays and analyses with Rocada")


if __name__ == "__main__":
    main()
