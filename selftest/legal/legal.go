package legal

import (
	"slices"
	"strings"
	"sync"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/providers/ref"
)

func init() {
	calls.Register("legal", "ref", "which `VARIANT`, or several with + between them; none for the engine as it is",
		func(id string) (calls.Variant, error) {
			v, err := Lookup(id)
			return calls.Variant{Options: v.Options, Hooks: v.early}, err
		})
}

// A Variant is one way to differ from the reference engine and be right.
type Variant struct {
	// ID is what the provider's option takes.
	ID string
	// Differs says in a sentence what it does; of a variant that is a quirk of the engine, the engine says it.
	Differs string
	// Permits says in a sentence of our own what permits that, and Source where it
	// stands: the document and its heading.
	Permits, Source string
	// Options are those of the engine, "habits=peek,adapters=1"; may be empty. A variant that says neither
	// Options nor hooks is the engine's quirk of the same name.
	Options string
	// TooLittle says why the suite observes less of it than profile core needs; empty if it observes enough.
	TooLittle string
	// Peer is the selector of what it needs at the other end; empty if it is its own
	// peer.
	Peer string
	// Waits says that a run spends more time waiting than working, so that several
	// workers share it with profit.
	Waits bool
	// Excludes says of ids of variants why it can't be combined with them. Those that
	// set an option to another value need not be named.
	Excludes map[string]string
	// hooks makes what an instance is wrapped in; nil is nothing.
	hooks func() calls.Hooks
}

// early makes the hooks, for the first object on.
func (v Variant) early() calls.Hooks {
	h := calls.Hooks{}
	if v.hooks != nil {
		h = v.hooks()
	}
	h.Early = true
	return h
}

// All lists every variant, sorted by id. The slice is the caller's.
func All() []Variant { return slices.Clone(registry().all) }

// Looped lists the ids of the variants that connect to themselves.
func Looped() (ids []string) {
	for _, v := range All() {
		if v.ID != "no-loopback" {
			ids = append(ids, v.ID)
		}
	}
	return ids
}

// Lookup finds the variant of an id, or makes one of several with + between them.
func Lookup(id string) (v Variant, err error) {
	for n, one := range strings.Split(id, "+") {
		next, ok := registry().byID[one]
		if !ok && strings.HasPrefix(one, codePrefix) {
			next, ok = codeNamed(one)
		}
		switch {
		case !ok:
			return Variant{}, unknown(one)
		case n == 0:
			v = next
		default:
			v, err = combine(v, next)
			if err != nil {
				return Variant{}, err
			}
		}
	}
	return v, nil
}

type index struct {
	all  []Variant
	byID map[string]Variant
}

var registry = sync.OnceValue(func() index {
	all := slices.Concat(limits, unreachable, queries, adapters, addresses, connections, timing, requests,
		results, codes, objects, queuePairs, notifications, memory, shippedProviders, latencies, sockaddrs, buffers,
		unspecified, resources, vendors, understatedLimits, readings, bounds, features, singleLimits, privateDataLimits,
		lacking, sharedQueues, extended)
	slices.SortFunc(all, func(a, b Variant) int { return strings.Compare(a.ID, b.ID) })
	byID := make(map[string]Variant, len(all))
	for i, v := range all {
		if v.Options == "" && v.hooks == nil {
			all[i].Options = quirksOption + "=" + v.ID
		}
		if v.Differs == "" {
			all[i].Differs = ref.Quirk(strings.TrimPrefix(all[i].Options, quirksOption+"="))
		}
		all[i].TooLittle = tooLittle[v.ID]
		byID[v.ID] = all[i]
	}
	return index{all, byID}
})

type unknown string

// Error implements [error].
func (u unknown) Error() string {
	var ids []string
	for _, v := range registry().all {
		ids = append(ids, v.ID)
	}
	return "unknown variant \"" + string(u) + "\"; known: " + strings.Join(ids, ", ")
}
