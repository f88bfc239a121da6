package ref

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

// A habitList is the flag habits: names.
type habitList []string

// String implements [flag.Value].
func (l *habitList) String() string { return strings.Join(*l, "+") }

// Set implements [flag.Value].
func (l *habitList) Set(s string) error {
	names := strings.Split(s, "+")
	for _, name := range names {
		if !slices.ContainsFunc(habits, func(h habit) bool { return h.name == name }) {
			return fmt.Errorf("%q is not known; known: %s", name, strings.Join(habitNames(), ", "))
		}
	}
	*l = names
	return nil
}

func habitNames() (names []string) {
	for _, h := range habits {
		names = append(names, h.name)
	}
	return names
}

// adopt takes on the habits in the list, in the order of the table.
func (o *options) adopt() {
	for _, h := range habits {
		if slices.Contains(o.habits, h.name) || o.as.has(h.name) {
			h.adopt(o)
		}
	}
}

// hugeLimits sets the limits of an adapter that is bounded by memory only.
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
	o.behavior.Afford = nic.Afford{Depth: 1 << 16, SGE: 256, Inline: 4096}
}
