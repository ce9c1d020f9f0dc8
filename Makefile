# Everything a contributor runs. The two that matter to a visitor are `make conformance` and `make test`.

GO ?= go
# `make check` vets all packages with their tests, so that no run of tests does it again.
TEST = $(GO) test -vet=off
COUNT ?= 6
FUZZTIME ?= 20s
SOAK ?= 20s

# No VCS stamping: it fails in a clone of another user, and no target needs the commit in the binary.
export GOFLAGS := $(strip $(GOFLAGS) -buildvcs=false)

# The suite and the unit tests run side by side.
MAKEFLAGS += -j2

# Tests compile the same rulebooks repeatedly; with a larger heap they take a fifth less processor time, tools/vet with an empty cache a quarter.
check test suite units race: export GOGC ?= 400
check test suite units race: export GOMEMLIMIT ?= 3GiB

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: conformance
conformance: ## the main job: compile the games, play all scenarios, compare goldens, print coverage by rule section (V=1: one line for each scenario; GAME=kalah: only that game, also in the targets below that take SECTION)
	$(GO) run ./tools/rulebound conformance $(if $(V),-v) $(if $(GAME),-game $(GAME))

.PHONY: test
test: suite units ## all tests: the suite and the unit tests, in parallel; random tests play part of their games

.PHONY: units
units:
	@echo "test: compiling and running the unit tests, one line for each package; this takes minutes"
	$(TEST) -short -timeout 30m -skip '^TestConformance$$' ./...

.PHONY: test-long
test-long: ## all tests, random tests in full, then random games and fuzzing with new seeds (nightly)
	$(TEST) -timeout 60m ./...
	$(MAKE) soak fuzz SOAK=5m SEED=$$(date +%s)

.PHONY: suite
suite: ## the suite, in random order (LABEL=3.2.2: the specs of that section, clause, card or game; a label that selects nothing fails; V=1: one line for each spec)
	@echo "suite: compiling; then each scenario is played, which takes minutes and prints nothing unless it fails (V=1: one line for each spec)"
	$(GO) tool ginkgo --vet off --fail-on-empty $(if $(V),-v,--succinct) $(if $(LABEL),--label-filter="$(LABEL)") ./conformance -- -test.short | sed -E 's/(•|S){9,}//g'

# The recipe removes the dot that Ginkgo prints for each spec, and keeps its exit code.
suite: SHELL := bash
suite: .SHELLFLAGS := -o pipefail -c

# `go list -export` compiles without linking. What only tools/vet imports is read by no check.
.PHONY: check
check: ## gofmt, build, go vet and staticcheck in one program, import table and forbidden words, games compile without warnings, YAML is formatted, go.mod is tidy
	@echo gofmt -l .; test -z "$$("$$($(GO) env GOROOT)/bin/gofmt" -l . | tee /dev/stderr)"
	$(GO) list -export ./... >/dev/null
	$(GO) run ./tools/vet -tags browser $$($(GO) list ./... | grep -v '/tools/vet$$')
	$(GO) run ./tools/lint
	$(GO) run ./tools/rulebound check -strict
	$(GO) run ./tools/rulebound fmt -check
	$(GO) mod tidy -diff

.PHONY: vale
vale: ## check documents and rulebooks against the word lists with Vale (fetched from the network); `make check` checks documents and messages against the same list without it
	$(GO) run github.com/errata-ai/vale/v3/cmd/vale@v3.17.0 README.md CONTRIBUTING.md CHANGELOG.md SECURITY.md docs data/games

.PHONY: vuln
vuln: ## known vulnerabilities in the code that rulebound calls in its modules and in Go (reads vuln.go.dev)
	$(GO) tool govulncheck ./...

# The packages with goroutines, except the suite, whose concurrent plays engine/players tests, too. A test of tools/lint checks the list.
RACE := ./audit/claims ./compiler ./compiler/check ./compiler/source ./judge/drive ./conformance/golden ./audit/mutation ./tools/gomutate ./tools/rulebound ./editor/lsp ./engine/players

# Tests of the command line and the compiler that start goroutines: measurements, several logs, file watching; reading pages, checking set-ups.
RACE_RUN := Bench|AlteredLog|Serve|WatchFollows
RACE_PAGES := Cache|Limits
# Long tests whose goroutines shorter tests start, too: all scenarios on other engines, the large rulebook in the editor.
RACE_SKIP := SectionOfAWrongRule|PythonEngine|ManySurplusOffers|ReportTextNames|ExplanationsOfTheGames|InTheLarge|FixesOfTheBrokenPages|HostileDocuments|EditReadsOnlyTheEditedPage|ListedEquivalentMutants|SelectionOfTests|SurvivorsAreRetried|InvalidArgumentsAreRefused|TestThatFailsWithoutMutation|ListOfEquivalentMutants|MutationsOfEachKindOfCode

.PHONY: race
race: ## tests of concurrent code under the race detector
	$(TEST) -race -short -timeout 30m -skip '$(RACE_SKIP)' $(filter-out ./tools/rulebound ./compiler ./compiler/source,$(RACE))
	$(TEST) -race -short -timeout 30m -run '$(RACE_PAGES)' ./compiler ./compiler/source
	$(TEST) -race -short -timeout 30m -run '$(RACE_RUN)' ./tools/rulebound

.PHONY: test-32bit
test-32bit: ## a sample of goldens, random games, encoded and damaged states give the same bytes in 32-bit and 64-bit programs (386; arm under qemu-user where no 386 program runs)
	$(GO) run ./tools/cross -every 8 -arch "$$($(GO) env GOHOSTARCH),386|arm"

.PHONY: test-cross
test-cross: ## goldens, random games and encoded states the same on amd64, 386, arm64 and s390x; without qemu-user it prints what it skips, with ALL=1 it fails
	$(GO) run ./tools/cross $(if $(ALL),-all)

# The one file needed of axe-core, which checks accessibility; it is not part of the repository.
AXE = axe-core-4.14.1
AXE_SHA256 = e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745

build/axe.min.js:
	@mkdir -p build
	@cd build && if npm pack --silent $(subst core-,core@,$(AXE)) >/dev/null 2>&1; then \
	echo "$(AXE_SHA256)  $(AXE).tgz" | sha256sum -c --quiet && tar -xzf $(AXE).tgz -O package/axe.min.js > axe.min.js.new && mv axe.min.js.new axe.min.js && rm $(AXE).tgz; \
	else echo "test-browser: npm is missing or cannot fetch axe-core; accessibility is NOT tested"; fi

.PHONY: test-browser
test-browser: build/axe.min.js ## the report in Chromium: links, search, differences, phones, accessibility; without a browser or npm it prints what it skips, with ALL=1 it fails
	ALL=$(ALL) $(TEST) -tags browser -timeout 30m -count 1 -v ./tools/browser

.PHONY: editors
editors: ## build the extension for VS Code, build/editors/rulebound.vsix; needs npm
	rm -rf build/editors/vscode && mkdir -p build/editors && cp -R tools/editors/vscode build/editors/vscode
	cd build/editors/vscode && npm ci --no-audit --no-fund --loglevel=error && npm run -s check && \
	  (cd ../../.. && $(GO) build -o build/editors/rulebound ./tools/rulebound) && RULEBOUND=$(CURDIR)/build/editors/rulebound RULEBOUND_ROOT=$(CURDIR) npm run -s test && npm run -s build && \
	  npx vsce package --no-dependencies --out ../rulebound.vsix

.PHONY: test-editors
test-editors: ## test the language server with headless Neovim as its client, on the large rulebook; prints what it skips, with ALL=1 it fails
	ALL=$(ALL) bash tools/editors/test

.PHONY: report
report: ## write the report to build/report (AGAINST=REVISION: with the changes since; SCORES=FILE: with the output of mutate -json)
	$(GO) run ./tools/rulebound report $(if $(AGAINST),-against $(AGAINST)) $(if $(SCORES),-scores $(SCORES))

.PHONY: site
site: ## write the report and the documents as one site with one search, to build/site (AGAINST, SCORES: as for report)
	$(GO) run ./tools/rulebound report -docs docs -o build/site $(if $(AGAINST),-against $(AGAINST)) $(if $(SCORES),-scores $(SCORES))

.PHONY: soak
soak: ## random games of every game in data/games for $(SOAK), replayed and restored as they go
	$(GO) run ./tools/rulebound soak -for $(SOAK) $(if $(SEED),-seed $(SEED)) $(if $(GAME),-game $(GAME)) $(if $(HINTS),-hints)

.PHONY: test-slurm
test-slurm: ## a run divided into tasks on a local Slurm, with one task that is killed and repeated; prints what it skips, with ALL=1 it fails
	ALL=$(ALL) bash tools/cluster/test-slurm

.PHONY: check-kubernetes
check-kubernetes: ## the Kubernetes job is valid (kubeconform fetches its schemas from the network)
	$(GO) run github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0 -strict -summary tools/cluster/kubernetes.yaml

# The packages with fuzz targets.
FUZZED = $(shell grep -l '^func Fuzz' $$(find . -name '*_test.go' -not -path './build/*') | xargs -n1 dirname | sort -u)

.PHONY: fuzz
fuzz: ## every fuzz target for $(FUZZTIME)
	@for p in $(FUZZED); do for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
	  echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5s $$p || exit 1; done; done

.PHONY: attacks
attacks: ## adversarial inputs, each within limits of memory and processor time, and the seeds of the fuzz targets, within 700 MB (ATTACKS=report: only inputs with such a name)
	RULEBOUND_ATTACKS=$(or $(ATTACKS),all) $(GO) test -count 1 -timeout 30m -v -run TestAttacks ./tools/rulebound
	$(if $(ATTACKS),,$(GO) test -count 1 -timeout 30m -exec "sh -c 'ulimit -d 700000; exec \"\$$0\" \"\$$@\"'" -run '^Fuzz' $(FUZZED))

.PHONY: goldens
goldens: ## rewrite the goldens, print what changed and what is suspicious (compared with the last commit, or AGAINST=REVISION; SECTION=2.3 or a scenario: only there)
	$(GO) run ./tools/rulebound goldens $(if $(AGAINST),-against $(AGAINST)) $(if $(SECTION),-section "$(SECTION)") $(if $(GAME),-game $(GAME))

.PHONY: schemas
schemas: ## rewrite the JSON schemas of rulebook blocks, scenarios and compiled games from the tables and types in Go
	$(GO) run ./tools/rulebound schemas

.PHONY: coverage
coverage: ## coverage by rule section (SECTION=2.3.1: places not executed or with one outcome only, and the scenarios that reach them; SHOWN=1: which clauses are shown)
	$(GO) run ./tools/rulebound coverage $(if $(SECTION),-section "$(SECTION)") $(if $(SHOWN),-shown) $(if $(GAME),-game $(GAME))

.PHONY: mutate
mutate: ## mutation test of the rulebooks: change one place at a time; list the changes that no scenario notices and those that only goldens notice (SECTION=2.3: only there)
	$(GO) run ./tools/rulebound mutate -section "$(SECTION)" $(if $(GAME),-game $(GAME))

.PHONY: suggest
suggest: ## search for plays that reach places without coverage, and print them as scenarios without expectations (SECTION=2.3: only there)
	$(GO) run ./tools/rulebound suggest -section "$(SECTION)" $(if $(GAME),-game $(GAME))

.PHONY: mutate-go
mutate-go: ## mutation test of the Go code of PKG (such as ./conformance/golden): change one place at a time; list the changes that no test notices (PART=1/8: the first of eight parts; docs/maintainers/code-mutation.md)
	$(GO) run ./tools/gomutate $(if $(PART),-part $(PART)) $(PKG)

# Excluded: generated tables, boards for tests and properties of games have no code to mutate; the browser tests need a browser; tools/vet only joins analyzers.
MUTATED = $(shell $(GO) list ./engine/... ./compiler/... ./conformance/... ./audit/... ./judge/... ./show/... ./editor/... ./tools/... | grep -v '/testboard$$\|/onepage$$\|/properties/\|/browser$$\|/reference$$\|/tools/vet$$')

.PHONY: mutate-go-sample
mutate-go-sample: ## the same forty changes of the Go code of every package each time, run against its own tests, those of packages that exercise it, and the scenarios; scores as JSON in build/code-mutation (SHARD=3/8: every eighth package from the third on)
	@mkdir -p build/code-mutation; shard=$(or $(SHARD),1/1); i=0; failed=0; for p in $(MUTATED); do i=$$((i+1)); \
	  [ $$((i % $${shard#*/})) = $$(($${shard%/*} % $${shard#*/})) ] || continue; \
	  case $$p in */engine) with=./conformance/wide,./compiler;; */engine/def|*/engine/fold) with=./engine,./compiler;; */engine/players) with=./engine,./conformance/scenario,./judge/perft;; \
	    */engine/*) with=./engine;; */compiler/grammar) with=./compiler,./compiler/resolve,./compiler/read,./tools/rulebound/schemas;; */compiler/names) with=./compiler,./compiler/resolve,./editor/lsp;; \
	    */compiler/typed) with=./compiler,./compiler/resolve,./compiler/check,./compiler/lower;; */compiler/*) with=./compiler,./compiler/resolve;; \
	    */conformance/scenario/*) with=./conformance/scenario;; */conformance/trace) with=./conformance/golden,./conformance/scenario,./conformance/corpus;; \
	    */conformance/board) with=./conformance/wide,./tools/rulebound/schemas;; */conformance/scribe) with=./show/live,./show/play,./show/steps,./audit/suggest;; \
	    */editor/lsp) with=;; */editor/*) with=./editor/lsp;; */show/picture) with=./show/steps;; */show/report/form) with=./show/report;; */show/machine) with=./tools/rulebound;; \
	    */show/saved) with=./show/live,./show/play;; *) with=;; esac; \
	  $(GO) run ./tools/gomutate -own -with "$$with" -within 20s -sample 40 -seed 700 -for 20m -json $$p > build/code-mutation/$$(echo $$p | tr / -).json || failed=1; done; exit $$failed

.PHONY: bench
bench: ## benchmarks, summarised by benchstat with their ratios to a hand-written loop (docs/maintainers/performance.md); compared with build/bench-base.txt if it exists
	@mkdir -p build
	$(GO) test -run '^$$' -bench . -benchmem -count $(COUNT) ./engine/... ./compiler/... > build/bench.txt || { cat build/bench.txt; exit 1; }
	$(GO) tool benchstat $(wildcard build/bench-base.txt) build/bench.txt

.PHONY: bench-game
bench-game: ## measure a game (GAME=kalah): decisions a second of random play, compile, load, copy
	$(GO) run ./tools/rulebound bench $(GAME)

.PHONY: bench-base
bench-base: ## save the last benchmark run as the base for comparisons by `make bench`
	cp build/bench.txt build/bench-base.txt

.PHONY: dist
dist: ## release archives for Linux, macOS and Windows in build/dist, with checksums and a bill of materials; tests the archive of this machine (PLATFORMS=linux/amd64: only these; VERSION=v1.0.0; TRIM=false: a trial that reuses compiled packages)
	$(GO) run ./tools/dist $(if $(PLATFORMS),-platforms $(PLATFORMS)) $(if $(VERSION),-version $(VERSION)) $(if $(SBOM),-sbom=$(SBOM)) $(if $(TRIM),-trim=$(TRIM))

.PHONY: pictures
pictures: ## the pictures of the README from real output: a failing scenario (docs/tour.md) and, with Chromium, a board
	$(GO) run ./tools/pictures
	$(GO) run ./tools/rulebound report -game kalah -o build/pictures
	@browser="$$(command -v chromium || command -v google-chrome)" || { echo "pictures: there is no Chromium; docs/pictures/board.png stays as it is"; exit 0; }; \
	"$$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --virtual-time-budget=4000 --window-size=1000,640 \
	  --screenshot=docs/pictures/board.png "file://$(CURDIR)/build/pictures/scenario/kalah/2.2-last-seed/capture.html" 2>/dev/null

.PHONY: rename
rename: ## change the path of the module in go.mod and in every import (MODULE=example.org/rulebound)
	@test -n "$(MODULE)" || { echo "rename: name the path, as in make rename MODULE=example.org/rulebound" >&2; exit 2; }
	@old="$$($(GO) list -m)" && $(GO) mod edit -module "$(MODULE)" && \
	find . -name '*.go' -not -path './build/*' -exec grep -l "\"$$old[/\"]" {} + | while read -r file; do \
	  sed -i.renamed -e "s#\"$$old/#\"$(MODULE)/#g" -e "s#^const module = \"$$old\"#const module = \"$(MODULE)\"#" "$$file" && rm "$$file.renamed" || exit 1; done && \
	$(GO) build ./... && echo "the module is $(MODULE)"

.PHONY: fmt
fmt: ## format the Go files
	$(GO) fmt ./...

.PHONY: ci
ci: ## all jobs of the continuous integration (.ci/run)
	bash .ci/run
