package mw

import (
	"slices"

	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

// halves breaks the second halves of sentences: what is refused changes no byte.
var halves = slices.Concat(
	LandingAll(calls.QPWrite, "mw.bounds.write", "mw.rights.read-only", "mw.invalidate.ends-writing",
		"adapter.creatememorywindow.invalidated"),
)
