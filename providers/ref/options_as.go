package ref

import (
	"fmt"
	"slices"
	"time"
)

// A usage is the value of the flag as: whether the engine follows the documents or
// practice.
type usage string

const (
	documents usage = "documents"
	practice  usage = "practice"
)

// inPractice are the quirks on which ND2 programs depend.
var inPractice = []string{"flush-on-peer-disconnect", "always-pends", "usual-codes", "roomy"}

// has reports whether a quirk belongs to the usage.
func (u usage) has(quirk string) bool { return u == practice && slices.Contains(inPractice, quirk) }

// transferInPractice is how many bytes programs transfer with one request without checking
// the limit.
const transferInPractice = 64 << 20

// transfer returns MaxTransferLength if it is not given.
func (u usage) transfer(otherwise uint32) uint32 {
	if u == practice {
		return transferInPractice
	}
	return otherwise
}

// patienceInPractice is how long a peer on another machine may be silent. Adapters wait
// for seconds. The engine has no processor for itself, so spinning programs may leave it
// only half of one.
const patienceInPractice = time.Second

// patience returns how much longer than usual connections wait over a real network, if it
// is not given.
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
