package draft

// This file says what a rulebook without drafts: means by the notation of the first drafts.

import "rulebound/compiler/source"

var fallback = func() words {
	at := &source.Node{}
	params := mapping(at)
	for _, name := range []string{"decides", "as", "pays"} {
		params.Pairs = append(params.Pairs, pair(word(at, name), word(at, "seat")))
	}
	for _, name := range []string{"limited", "free", "granted"} {
		params.Pairs = append(params.Pairs, pair(word(at, name), mapping(at, entry("type", word(at, "bool")), entry("default", truth(at, "false")))))
	}
	return words{executor: "executor", params: params, free: word(at, "$free"), periods: "deckComposition.periodFilter.enabled"}
}()
