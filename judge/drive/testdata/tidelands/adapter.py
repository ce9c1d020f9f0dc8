#!/usr/bin/env python3
"""An adapter: the engine in rules.py as a program of docs/protocol.md."""
import json
import sys

from rules import Game, Over

LACKS = {"rules": ["2.2-l", "2.4-f", "2.10-g", "2.10-h", "4.2"], "options": ["causeway", "ferry-line", "watchtower"], "values": ["lends", "candidate", "following-candidate", "shelf"]}


class Adapter:
    def __init__(self):
        self.game = self.flow = self.asked = None

    def go(self, answer=None):
        """Carries an answer out, up to the next decision."""
        try:
            self.asked = self.flow.send(answer)
        except Over:
            self.asked = None

    def legal(self, q):
        return self.asked is not None and (q["seat"], q["decision"]) == self.asked[:2] and q["answer"] in self.asked[2]

    def hello(self, q):
        return {"protocol": 1, "name": "tidelands.py", "version": "1", "levels": ["states", "legality"], "unsupported": LACKS}

    def position(self, q):
        self.game = Game(q["setup"], q["changes"])
        self.flow = self.game.play()
        self.go()
        return {"ok": True}

    def answer(self, q):
        if not self.legal(q):
            return {"refused": "it is not offered"}
        self.go(q["answer"])
        return {"ok": True}

    def asks(self, q):
        if self.asked is None:
            return {"over": True, "result": self.game.result}
        seat, decision, options = self.asked
        return {"seat": seat, "decision": decision, "options": options}

    def values(self, q):
        all = {name: self.game.value(name) for name in q["wanted"]}
        return {"values": {name: v for name, v in all.items() if v is not None}}

    def reply(self, q):
        if q["type"] == "legal":
            return {"legal": self.legal(q)}
        if q["type"] == "end":
            return {"ok": True}
        do = getattr(self, q["type"], None)
        return do(q) if do else {"unsupported": q["type"]}


adapter = Adapter()
for line in sys.stdin:
    try:
        reply = adapter.reply(json.loads(line))
    except LookupError as e:
        reply = {"unsupported": str(e)}
    print(json.dumps(reply), flush=True)
