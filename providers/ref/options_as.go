package ref

import (
	"fmt"
	"slices"
	"time"
)

// A usage is the flag as: whom the engine follows.
type usage string

const (
	documents usage = "documents"
	practice  usage = "practice"
)

// inPractice are the habits that programs written for ND2 depend on.
var inPractice = []string{"flush-on-peer-disconnect", "always-pends", "usual-codes", "roomy"}

// has reports whether a habit belongs to the usage.
func (u usage) has(habit string) bool { return u == practice && slices.Contains(inPractice, habit) }

// transferInPractice is what programs transfer by one request without asking, in bytes.
const transferInPractice = 64 << 20

// transfer is MaxTransferLength, unless it is given.
func (u usage) transfer(otherwise uint32) uint32 {
	if u == practice {
		return transferInPractice
	}
	return otherwise
}

// patienceInPractice is how long a peer on another machine may keep silent. Adapters wait
// for seconds, and programs that spin leave the engine, which has no processor of its own,
// half of one at times.
const patienceInPractice = time.Second

// patience is what connections over a real network have beyond the usual, unless it is
// given.
func (u usage) patience() time.Duration {
	if u == practice {
		return patienceInPractice
	}
	return 0
}

// String implements [flag.Value].
func (u *usage) String() string {
	if *u == "" {
		return string(documents)
	}
	return string(*u)
}

// Set implements [flag.Value].
func (u *usage) Set(s string) error {
	switch v := usage(s); v {
	case documents, practice:
		*u = v
		return nil
	}
	return fmt.Errorf("%q is not known; known: %s, %s", s, documents, practice)
}
