package spec

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
)

// A Ground is a step that many specs build on. A spec that comes to a step which
// surely fails, whoever takes it, can't be carried out.
type Ground string

// The grounds, in the order in which a connection is made of them.
const (
	GroundSpace      Ground = "giving memory back"
	GroundRest       Ground = "leaving the processors to others"
	GroundPace       Ground = "answering calls in time"
	GroundAdapter    Ground = "opening an adapter"
	GroundListener   Ground = "listening"
	GroundConnector  Ground = "creating and binding a connector"
	GroundQueue      Ground = "creating a completion queue"
	GroundMemory     Ground = "registering memory"
	GroundQueuePair  Ground = "creating a queue pair"
	GroundRequest    Ground = "requesting a connection"
	GroundConnection Ground = "connecting"
)

// A Canary is a spec that is run before others, since it shows a ground to hold.
type Canary struct {
	// Spec is the spec's id.
	Spec string
	// Ground is what it takes last. A process that ends in the spec ended there, as far
	// as can be told.
	Ground Ground
}

// Canaries lists the canaries, each after those that it builds on. They take every
// ground.
func Canaries() []Canary {
	return []Canary{
		{"adapter.query.nd-success", GroundAdapter},
		{"listener.getlocaladdress.nd-success", GroundListener},
		{"listener.getlocaladdress.nd-success/port", GroundListener},
		{"cq.notify.nd-pending", GroundQueue},
		{"mr.deregister.nd-pending", GroundMemory},
		{"connector.completeconnect.nd-success", GroundRequest},
		{"connector.disconnect.nd-success", GroundConnection},
		{"cq.getresults.send.nd-success", GroundConnection},
		{"cq.notify.nd-success/waiting", GroundConnection},
	}
}

// isProbe reports whether a spec is one of the canaries.
func isProbe(id string) bool {
	return slices.ContainsFunc(Canaries(), func(c Canary) bool { return c.Spec == id })
}

// A Cause is why specs are not run: what was found in another one.
type Cause struct {
	// Spec is the other one's id.
	Spec string `json:"spec"`
	// Says is what does not work, in words: "registering memory fails".
	Says string `json:"says"`
}

// A Footing is what a spec has shown of what others build on too.
type Footing struct {
	// Held are the grounds that it took, and Broke those that it did not come off
	// again: the innermost last. They say something of a spec that failed.
	Held  []Ground `json:"held,omitempty"`
	Broke []Ground `json:"broke,omitempty"`
	// Missed are the sites at which it waited in vain until its time was up, and Met
	// those among the known ones at which something came.
	Missed []string `json:"missed,omitempty"`
	Met    []string `json:"met,omitempty"`
	// Took is how long the longest call took that returned at each site, of those that
	// took long.
	Took map[string]time.Duration `json:"took,omitempty"`
	// Strained is GroundSpace or GroundRest if the process had to end for what it took of the
	// machine, and Kept how much memory calls of each method have left to the process, in
	// bytes, if that was asked for.
	Strained Ground          `json:"strained,omitempty"`
	Kept     map[string]Kept `json:"kept,omitempty"`
}

// Kept is what calls of a method have left to the process.
type Kept struct {
	Calls int   `json:"calls"`
	Bytes int64 `json:"bytes"`
}

// footing is the footing of the running spec, and what is known from those before.
type footing struct {
	mu     sync.Mutex
	taken  []*stand
	missed []string
	met    []string
	// late are how long waits took that were long and not in vain.
	late []time.Duration

	// size is that of [Target.Weigh], and kept what calls of the spec have left.
	size func() int64
	kept map[string]Kept

	fallen map[Ground]Cause
	sites  map[string]Site
	// running is the id of the running spec, and own whether it is one of those that are never
	// left out; see [footing.isOwn].
	running string
	own     bool
	// inVain is whether a spec of the run has waited in vain, and hurried whether waits are cut short,
	// since the provider is not ready; notReady says why it is not.
	inVain   bool
	hurried  bool
	notReady Cause
	fuses    fuses
}

// A stand is one time that a ground is taken.
type stand struct {
	ground Ground
	left   bool
}

// on takes a ground; left says that the step has gone well. The spec ends if the
// ground has fallen.
func on(ctx context.Context, g Ground) (left func()) {
	f := &targetOf(ctx).footing
	if cause, fallen := f.hasFallen(g); fallen && !f.mayNotBeLeftOut() {
		because(cause)
	}
	return f.take(g)
}

// mayBegin ends a spec whose calls would not be answered in time, or for which the machine would not
// suffice.
func mayBegin(ctx context.Context) {
	for _, g := range []Ground{GroundSpace, GroundRest, GroundPace} {
		if cause, fallen := targetOf(ctx).footing.hasFallen(g); fallen {
			because(cause)
		}
	}
}

// because ends the spec as not run.
func because(c Cause) {
	Leave(Note{Kind: NoteBecause, Text: c.Says + "; see " + c.Spec, Because: c.Spec, Vain: c.Says})
	if t := current.Load(); t != nil {
		t.ending.skips()
	}
	Skip(string(NoteBecause) + ": " + c.Spec)
}

func (f *footing) hasFallen(g Ground) (Cause, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c, fallen := f.fallen[g]
	return c, fallen
}

func (f *footing) take(grounds ...Ground) (left func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	var own []*stand
	for _, g := range grounds {
		own = append(own, &stand{ground: g})
	}
	f.taken = append(f.taken, own...)
	return func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, s := range own {
			s.left = true
		}
	}
}

// again has a step at the end of the spec belong to the grounds in which what it
// cleans up was made.
func (f *footing) again(grounds []Ground, step func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		left := f.take(grounds...)
		step(ctx)
		left()
	}
}

// current lists the grounds that are taken and not left.
func (f *footing) current() []Ground {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.unsure()
}

func (f *footing) unsure() (list []Ground) {
	for _, s := range f.taken {
		if !s.left {
			list = append(list, s.ground)
		}
	}
	return list
}

func (f *footing) reset() {
	f.fuses.putAllOut()
	f.mu.Lock()
	defer f.mu.Unlock()
	f.taken, f.missed, f.met, f.late, f.kept = nil, nil, nil, nil, nil
}

// Footing is what the spec that has run last has shown. The runner asks for it
// before the next one begins.
func (t *Target) Footing() Footing {
	stuck, took := t.unreturned()
	f := &t.footing
	f.mu.Lock()
	defer f.mu.Unlock()
	show := Footing{Broke: f.unsure(), Missed: slices.Concat(f.missed, stuck), Met: slices.Clone(f.met), Took: took, Kept: maps.Clone(f.kept)}
	for _, s := range f.taken {
		if !slices.Contains(show.Broke, s.ground) && !slices.Contains(show.Held, s.ground) {
			show.Held = append(show.Held, s.ground)
		}
	}
	return show
}

// Know tells the specs that follow which grounds have fallen, and what is known of
// sites. The maps are the target's from then on.
func (t *Target) Know(fallen map[Ground]Cause, sites map[string]Site) {
	f := &t.footing
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fallen, f.sites = fallen, sites
	f.inVain = anyMissed(sites)
	if cause, hurried := hurriedBy(fallen, sites); hurried {
		f.notReady, f.hurried = cause, true
	}
	f.own = f.isOwn(f.running)
}

// runs notes which spec runs.
func (f *footing) runs(id string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.running != id {
		f.running, f.own = id, f.isOwn(id)
	}
}
