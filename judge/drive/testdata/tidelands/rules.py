"""The Tidelands (data/games/tidelands), written from the prose of the rulebook, as an engine that knows nothing of ours.

The rules are generators: `yield seat, decision, options` asks, and what is sent back is the answer. Of the rulebook it lacks
lasting effects, loans and the dealing of a deck."""

SEATS, SPACES = ["reed", "salt", "lamp", "keel"], "market-quay salt-pans reed-beds lamp-hill boatyard old-bridge mill-pond outer-isle".split()
ROADS = "quay-bridge quay-yard quay-pans pans-pond beds-bridge beds-pond hill-bridge hill-isle yard-isle".split()
SHORT = dict(quay="market-quay", bridge="old-bridge", yard="boatyard", pans="salt-pans", pond="mill-pond", beds="reed-beds", hill="lamp-hill", isle="outer-isle")
ADJACENT = {s: [SHORT[b] for a, b in (r.split("-") for r in ROADS) if SHORT[a] == s] + [SHORT[a] for a, b in (r.split("-") for r in ROADS) if SHORT[b] == s] for s in SPACES}
ORDER = {c: o.split() for c, o in {"calm-water": "reed salt lamp keel", "lost-oar": "salt reed keel lamp", "night-fires": "lamp keel reed salt",
    "idle-hands": "keel lamp salt reed", "moot": "reed keel salt lamp", "fog-bank": "reed lamp salt keel", "full-nets": "salt keel reed lamp",
    "open-ferry": "lamp reed keel salt", "market-day": "salt lamp keel reed", "blank-page": "keel salt lamp reed",
    "beacon": "lamp salt reed keel", "pennant": "keel reed lamp salt"}.items()}
TIDES, SIGNALS = ["spring-tide", "storm-tide", "neap-tide"], {"keel": "pennant", "lamp": "beacon"}
SECOND = {"operation": ["limitedOperation"], "limitedOperation": [], "operationPlusSpecialActivity": ["limitedOperation", "event"], "event": ["operation", "operationPlusSpecialActivity"]}
LENGTH = ["closed", "turn", "nextTurn", "round", "cycle"]  # of a window, shortest first


class Over(Exception):
    pass


class Game:
    def __init__(self, setup, changes):
        if setup not in ("drill", "regatta", "parade", "seasons") or set(changes.get("values", {})) - {"chest", *(s + "-coins" for s in SEATS), *(s + ".eligible" for s in SEATS)}:
            raise LookupError("this position")
        if changes.get("lasting"): raise LookupError("lasting effects")
        if not changes.get("piles"): raise LookupError("dealing a deck")
        self.coins = dict.fromkeys(SEATS, 4); self.chest = 3 if setup == "drill" else 0
        self.at = {s: dict.fromkeys(SEATS, 0) for s in SPACES}
        for space, seat in zip(("reed-beds", "salt-pans", "lamp-hill", "boatyard"), SEATS): self.at[space][seat] = 1
        for space, classes in changes.get("pieces", {}).items():
            for hand, n in classes.items(): self.at.setdefault(space, {})[hand.split("-")[0]] = n
        self.eligible = dict.fromkeys(SEATS, True); self.kept, self.barred = dict.fromkeys(SEATS, "closed"), dict.fromkeys(SEATS, "closed")
        for name, v in changes.get("values", {}).items():
            if name.endswith("-coins"): self.coins[name[:4]] = int(v)
            elif name == "chest": self.chest = int(v)
            else: self.eligible[name[:4]] = v in ("true", "yes")
        self.piles = {"deck": [], "lookahead": [], "played": [], "almanac": [], "signals": ["beacon", "pennant"], **changes["piles"]}
        self.piles = {k: [c for c in v if k in changes["piles"] or not any(c in p for p in changes["piles"].values())] for k, v in self.piles.items()}
        self.rounds = 0; self.result = None

    # Pieces, coins, cards
    def house(self, seat): return 6 - sum(self.at[s][seat] for s in SPACES)
    def holding(self, seat, among=SPACES): return [s for s in among if self.at[s][seat] > 0]
    def gain(self, seat, n): self.coins[seat] = max(0, min(20, self.coins[seat] + n))
    def put(self, n): self.chest = max(0, min(20, self.chest + n))
    def feast(self, seat):
        n = min(1, self.chest, 20 - self.coins[seat]) if self.chest else 0
        self.put(-1 if self.chest else 0); self.gain(seat, n)
    def card(self): return self.piles["played"][0]
    def turning(self): return self.current not in TIDES and self.piles["lookahead"][:1] and self.piles["lookahead"][0] in TIDES
    def step(self):
        if not self.piles["lookahead"]: return False
        self.piles["played"].insert(0, self.piles["lookahead"].pop(0)); self.reveal(); return True
    def reveal(self):
        if self.piles["deck"]: self.piles["lookahead"].insert(0, self.piles["deck"].pop(0))
    def value(self, name):
        if name in self.piles: return self.piles[name]
        if name == "chest": return self.chest
        what, _, part = name.partition(".")
        if name.endswith("-coins"): return self.coins[name[:4]]
        if what in SEATS and part == "eligible": return self.eligible[what]
        return self.at[what][part.split("-")[0]] if what in SPACES else None

    # Sequence of play
    def play(self):
        if not self.piles["lookahead"]: self.reveal()
        if not self.piles["played"]: self.step()
        while True:
            self.current, self.acted, self.passed, self.first = self.card(), [], [], None
            if self.current in TIDES: self.tide()
            else: yield from self.event_card()
            if not self.step(): self.end()
    def end(self):
        self.result = {s: len(self.holding(s)) for s in SEATS}; raise Over
    def askable(self, s): return self.eligible[s] and s not in self.acted and s not in self.passed
    def event_card(self):
        self.rounds = 0
        while len(self.acted) < 2 and any(map(self.askable, SEATS)):
            if self.acted or not (yield from self.signals()):
                seat = next(s for s in ORDER[self.card()] if self.askable(s)); done = yield from self.turn(seat)
                self.first = self.first or (done if done != "pass" else None)
        for s in SEATS:
            if LENGTH.index(self.barred[s]) <= 1: self.eligible[s] = s not in self.acted or LENGTH.index(self.kept[s]) > 1
        for s in SEATS:
            for window in (self.kept, self.barred): window[s] = {"turn": "closed", "nextTurn": "turn"}.get(window[s], window[s])
    def signals(self):
        declared, again = None, True
        while again:
            again = False
            for seat in ("keel", "lamp"):
                ripe = self.chest >= 2 if seat == "lamp" else self.at["boatyard"]["keel"] + self.at["outer-isle"]["keel"] > 0
                if SIGNALS[seat] in self.piles["signals"] and self.askable(seat) and not self.turning() and ripe and (not declared or declared == "lamp" and seat == "keel"):
                    if (yield seat, "interrupt", ["yes", "no"]) == "yes":
                        if declared: self.piles["signals"].append(self.piles["played"].pop(0))
                        self.piles["signals"].remove(SIGNALS[seat]); self.piles["played"].insert(0, SIGNALS[seat]); declared = seat; again = True
        if declared: yield from self.event(declared); self.first = "event"
        return declared
    def turn(self, seat):
        options = []
        for c in ["event", "operation", "limitedOperation", "operationPlusSpecialActivity"]:
            if (c != "limitedOperation" if not self.first else c in SECOND[self.first]) and (self.sides(seat) if c == "event" else self.operations(seat, c == "limitedOperation")): options.append(c)
        c = yield from self.one(seat, "class", ["pass"] + options)
        if c == "pass":
            self.passed.append(seat)
            if seat in ("reed", "salt"): self.gain(seat, 1)
            else: self.put(2)
            return c
        if c == "event": yield from self.event(seat); return c
        self.acted.append(seat); self.special = c == "operationPlusSpecialActivity"
        yield from self.operation(seat, c == "limitedOperation")
        if self.open(seat) and (yield seat, "special-activity", ["yes", "no"]) == "yes": yield from self.activity(seat)
        self.over(seat)
        return c if c != "operationPlusSpecialActivity" or not self.special else "operation"
    def over(self, seat): self.put(1 if self.house(seat) == 0 else 0)
    def one(self, seat, name, options): return options[0] if len(options) == 1 else (yield seat, name, options) if options else "none"
    def tide(self):
        card = self.piles["played"].pop(0); last = not any(c in TIDES for c in self.piles["deck"] + self.piles["lookahead"])
        if card == "neap-tide":
            for s in SEATS: self.gain(s, -1)
        self.piles["almanac"].insert(len(self.piles["almanac"]) if card == "neap-tide" else 0, card)
        if self.rounds < 1:
            self.rounds += 1
            if any(len(self.holding(s)) >= 5 for s in SEATS): self.end()
            for s in SEATS: self.gain(s, sum(1 for x in self.holding(s) if sum(self.at[x].values()) == self.at[x][s]))
            if not last: self.rest()
        if last: self.end()
    def rest(self):
        for x in SPACES:
            for s in SEATS: self.at[x][s] -= self.at[x][s] // 2
        for s in SEATS:
            for window in (self.kept, self.barred): window[s] = "cycle" if window[s] == "cycle" else "closed"
            self.eligible[s] = self.barred[s] == "closed"

    # Operations and special activities
    def operations(self, seat, limited=False, free=False):
        able = {"settle": self.house(seat) and (free or self.coins[seat]), "ferry": not self.turning() and self.shores(seat), "trade": self.holding(seat),
            "boil": seat == "salt" and not limited and self.holding(seat)}
        return [o for o in able if able[o]]
    def shores(self, seat): return [s for s in SPACES if self.holding(seat, ADJACENT[s])]
    def operation(self, seat, limited, free=False, name=None):
        self.doing = name or (yield from self.one(seat, "operation", self.operations(seat, limited, free))); picked = []
        most = 1 if limited or self.doing == "boil" else min({"ferry": 2}.get(self.doing, 3), {"trade": 1, "settle": 2}.get(self.doing, 3) if self.turning() else 3)
        while len(picked) < most or self.open(seat):
            spaces = [] if len(picked) == most else {"settle": SPACES if self.house(seat) and (free or self.coins[seat]) else [], "ferry": self.shores(seat)}.get(self.doing, self.holding(seat))
            options = [s for s in spaces if s not in picked] + (["stop"] if picked else [])
            if options == ["stop"] and not self.open(seat): break
            side = ["special-activity"] if self.open(seat) else []
            space = (yield seat, "spaces", options + side) if side else (yield from self.one(seat, "spaces", options))
            if space == "special-activity": yield from self.activity(seat); continue
            if space == "stop": break
            picked.append(space)
            if self.doing == "settle": self.at[space][seat] += 1; self.gain(seat, 0 if free else -1)
            elif self.doing == "ferry":
                origin = yield from self.one(seat, "origin", self.holding(seat, ADJACENT[space])); self.at[origin][seat] -= 1; self.at[space][seat] += 1
            else: self.gain(seat, 2 if self.doing == "boil" else 1)
    def activities(self, seat, free=False): return ["feast"] + (["haul"] if seat in ("lamp", "keel") and not self.turning() and (free or self.doing == "ferry") and self.holding(seat) else [])
    def open(self, seat): return getattr(self, "special", False) and self.activities(seat)
    def activity(self, seat, free=False):
        self.special = False
        if (yield from self.one(seat, "specialActivity", self.activities(seat, free))) == "feast": return self.feast(seat)
        source = yield from self.one(seat, "source", self.holding(seat)); goal = yield from self.one(seat, "goal", ADJACENT[source])
        self.at[source][seat] -= 1; self.at[goal][seat] += 1

    # Events
    def sides(self, seat):
        others = [s for s in SEATS if s != seat and self.eligible[s]]; c = self.card()
        able = {"lost-oar": (True, others), "night-fires": (others, True), "open-ferry": (self.shores(seat), False), "market-day": (False, self.holding(seat)),
            "blank-page": (False, False), "beacon": (self.chest >= 2, False), "pennant": (True, False)}.get(c, (True, True))
        return [side for side, can in zip(("unshaded", "shaded"), able) if can]
    def event(self, seat):
        self.acted.append(seat); self.special = False; others = [s for s in SEATS if s != seat]
        c, side = self.card(), (yield from self.one(seat, "side", self.sides(seat))) == "unshaded"
        if c in ("fog-bank", "full-nets"): raise LookupError("lasting effects")
        guild = seat
        among = {"calm-water": [] if side else SEATS, "lost-oar": SEATS if side else [s for s in others if self.eligible[s]], "night-fires": [s for s in others if self.eligible[s]] if side else [],
            "idle-hands": others, "moot": others if side else SEATS}.get(c, [])
        if among: guild = yield from self.one(seat, "guild", among)
        if c == "calm-water": self.gain(seat, 1 if side else 0)
        if c == "beacon": n = min(2, 20 - self.coins["lamp"]); self.put(-2); self.gain("lamp", 2)
        change = {"calm-water": ("kept" if side else "barred", "nextTurn"), "lost-oar": ("called", "nextTurn") if side else ("barred", "round"),
            "night-fires": ("barred", "turn") if side else ("kept", "round"), "moot": ("barred" if side else "kept", "cycle"), "pennant": ("barred", "nextTurn")}.get(c)
        if change: self.override("reed" if c == "pennant" else guild, *change)
        if c == "idle-hands" and side and self.operations(guild, True, True): yield from self.operation(guild, True, True); self.over(guild)
        if c == "idle-hands" and not side: self.doing = None; yield from self.activity(guild, True); self.over(guild)
        if c in ("open-ferry", "market-day"): yield from self.operation(seat, True, True, "ferry" if side else "trade"); self.over(seat)
        if c == "market-day": self.feast(seat); self.over(seat)
    def override(self, seat, what, length):
        if what != "kept": self.kept[seat] = self.kept[seat] if what == "called" else "closed"
        self.barred[seat] = length if what == "barred" else "closed"
        if what == "barred": self.eligible[seat] = False
        elif what == "kept" or seat in self.acted: self.kept[seat] = length
        else: self.eligible[seat] = True; self.passed = [s for s in self.passed if s != seat]
