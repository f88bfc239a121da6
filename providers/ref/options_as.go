package ref

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A usage is the value of the flag as: what the engine follows.
type usage string

const (
	documents usage = "documents"
	practice  usage = "practice"
	winof     usage = "winof"
)

// A setting is what a usage makes of the engine.
type setting struct {
	usage  usage
	quirks []string
	// options are those that are not given, as in a selector.
	options string
}

// settings are all usages. Practice is what ND2 programs depend on; they transfer 64 MiB with one
// request without checking the limit. WinOF is a ConnectX-3 with two ports under WinOF 5.50, as
// docs/practice.md has it.
var settings = []setting{
	{usage: documents},
	{
		practice,
		[]string{"flush-on-peer-disconnect", "always-pends", "usual-codes", "roomy", "shared-ports"},
		"max-transfer=67108864",
	},
	{
		winof,
		[]string{
			"flush-on-peer-disconnect", "usual-codes", "shared-ports", "no-retries", "silent-once-connected", "empty-data",
			"connects-once", "early-binds", "stuck-writes", "damaged-reads", "little-memory",
		},
		"adapters=2,basic-adapters=0,adapter-flags=0x10009,max-registration=281474976710655,max-sge=32," +
			"max-receive-sge=32,max-read-sge=32,max-transfer=1073741824,max-inbound-reads=16,max-outbound-reads=128," +
			"max-receive-depth=16351,max-initiator-depth=16351,max-srq-depth=0,max-cq-depth=4194303," +
			"max-caller-data=56,max-callee-data=148",
	},
}

// setting returns what the usage makes of the engine.
func (u usage) setting() (s setting) {
	for _, s = range settings {
		if string(s.usage) == u.String() {
			break
		}
	}
	return s
}

// has reports whether a quirk belongs to the usage.
func (u usage) has(quirk string) bool { return slices.Contains(u.setting().quirks, quirk) }

// set sets the usage's options, except those that are given.
func (u usage) set(flags *flag.FlagSet, given map[string]bool) error {
	for option := range strings.SplitSeq(u.setting().options, ",") {
		name, value, ok := strings.Cut(option, "=")
		if !ok || given[name] {
			continue
		}
		if err := flags.Set(name, value); err != nil {
			return fmt.Errorf("as=%s: %s: %w", u, option, err)
		}
	}
	return nil
}

// patienceInPractice is how long a peer on another machine may be silent. Adapters wait
// for seconds. The engine has no processor for itself, so spinning programs may leave it
// only half of one.
const patienceInPractice = time.Second

// patience returns how much longer than usual connections wait over a real network, if it
// is not given.
func (u usage) patience() time.Duration {
	if u == practice || u == winof {
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
	var known []string
	for _, one := range settings {
		known = append(known, string(one.usage))
	}
	if !slices.Contains(known, s) {
		return fmt.Errorf("%q is not known; known: %s", s, strings.Join(known, ", "))
	}
	*u = usage(s)
	return nil
}
