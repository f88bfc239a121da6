package ref

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A quirkList is the value of the option habits: names of quirks.
type quirkList []string

// String implements [flag.Value].
func (l *quirkList) String() string { return strings.Join(*l, "+") }

// Set implements [flag.Value].
func (l *quirkList) Set(s string) error {
	names := strings.Split(s, "+")
	for _, name := range names {
		if !slices.ContainsFunc(quirks, func(h quirk) bool { return h.name == name }) {
			return fmt.Errorf("%q is not known; known: %s", name, strings.Join(quirkNames(), ", "))
		}
	}
	*l = names
	return nil
}

func quirkNames() (names []string) {
	for _, h := range quirks {
		names = append(names, h.name)
	}
	return names
}

// adopt sets the quirks in the list, in the table's order.
func (o *options) adopt() {
	for _, h := range quirks {
		if slices.Contains(o.quirkNames, h.name) || o.as.has(h.name) {
			h.adopt(o)
		}
	}
}

// around puts hooks around the engine, within those that are there.
func (o *options) around(h calls.Hooks) {
	h.Early = true
	o.hooks = calls.Chain(o.hooks, h)
}

// hugeLimits sets the limits of an adapter bounded by memory only.
func (o *options) hugeLimits() {
	l := &o.limits
	for _, limit := range []*uint32{
		&l.InitiatorSGE, &l.ReceiveSGE, &l.ReadSGE, &l.Inline, &l.InboundReads, &l.OutboundReads,
		&l.ReceiveDepth, &l.InitiatorDepth, &l.CompletionDepth,
	} {
		*limit = math.MaxUint32
	}
	if l.SharedReceiveDepth > 0 {
		l.SharedReceiveDepth = math.MaxUint32
	}
	l.Transfer = 1 << 31 // no message may be longer
	o.quirks.Afford = nic.Afford{Depth: 1 << 16, SGE: 256, Inline: 4096}
}
