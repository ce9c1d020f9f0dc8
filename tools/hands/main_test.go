package main

import (
	"strings"
	"testing"

	"rulebound/engine"
)

func TestOtherNumbersOfCardsAreRefused(t *testing.T) {
	if err := run("../..", 4, &strings.Builder{}); err == nil || !strings.Contains(err.Error(), "5, 6 or 7") {
		t.Error(err)
	}
}

func TestAFaultEndsTheCount(t *testing.T) {
	if _, err := count(func() (*engine.State, error) { return nil, errNone }, 5); err != errNone {
		t.Error(err)
	}
}

var errNone = strings.NewReader("").UnreadByte()
