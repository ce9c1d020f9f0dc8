package resolve

// drafts_fallback.go says what formulas of a rulebook without drafts: mean by the words of the first drafts.

import "rulebound/compiler/source"

func init() {
	text := func(s string) *source.Node {
		return &source.Node{Kind: source.Scalar, Tag: source.TagString, Value: s}
	}
	fallback = draftWords{active: []string{"$decides", "$executor", "$as"}, bindings: map[string]draftBinding{
		"$__freeOperation": {text("bool"), text("$free")},
		"$__actionClass":   {text("actionClass"), text("if($limited, limitedOperation, operation)")},
	}}
}
