package spec

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/requirement"
	"github.com/ndconform/ndconform/spec/internal/poll"
)

// A Site is where specs wait for something that the provider owes: the end of a
// request, a result. Where many have waited in vain, waiting as long each time would
// take hours, and say the same.
type Site struct {
	// Met counts the specs that got what they waited for after the first was
	// disappointed; Missed those that did not.
	Met    int `json:"met,omitempty"`
	Missed int `json:"missed"`
	// Own counts those of Missed that are about the method that owes what is waited for.
	Own int `json:"own,omitempty"`
	// Cause is the first that did not, or the first of Own.
	Cause Cause `json:"cause"`
	// Longest is how long the longest call took that returned, if the site is the return
	// of calls and it took long.
	Longest time.Duration `json:"longest,omitempty"`
}

// The numbers of specs that waited in vain from which on waits are short, and much shorter.
const (
	missedSome = 3
	missedMany = 8
)

// laterParts is how many parts a wait is cut into where fewer have waited in vain, once a spec has waited
// in vain for all of its time anywhere in the run. What does not come by then counts just as much.
const laterParts = 6

// The numbers of specs that waited in vain from which on others don't: if nothing has come to
// any spec since the first, and if nothing comes to a third of those that wait. Twenty specs are
// of many situations, and if something comes to a single one of them, one of the situations is at
// fault. A spec that waits in vain costs a fiftieth of its time, and one that is stuck in a
// call the start of a process, too: 0.7 s. A thousand specs make the call that is made most, so
// that of less than a third two workers have those in two minutes.
const (
	missedAll   = 20
	missedOften = 2 * missedAll
)

// The specs about a method that has failed to give something are never left out, nor are their
// waits shortened more, until ownMost of them have missed it: they show which rule is broken. The limit
// for all methods together is ownAll, since a provider of which nothing comes has many of them. If the
// provider is not ready, one of a method is enough, and ownHurried of all.
const (
	ownMost    = 2
	ownAll     = 12
	ownHurried = 4
)

// hurriedParts is how many parts a wait is cut into once a run is known to be of a provider that is
// not ready: a probe has waited in vain, or a step fails that others build on. What does not come by
// then is not held against the provider, since another run follows when the probe has been mended.
const hurriedParts = 10

// probeParts is how many parts the wait of a probe is cut into: it does the simplest that there is, nothing
// else runs meanwhile, and what it waits for in vain it waits for once more.
const probeParts = 2

// hurriedBy returns why waits are to be cut short, if they are.
func hurriedBy(fallen map[Ground]Cause, sites map[string]Site) (cause Cause, hurried bool) {
	for _, g := range slices.Sorted(maps.Keys(fallen)) {
		return fallen[g], true
	}
	for _, name := range slices.Sorted(maps.Keys(sites)) {
		if sites[name].Missed > 0 && isProbe(sites[name].Cause.Spec) {
			return sites[name].Cause, true
		}
	}
	return Cause{}, false
}

// hurriedPatience is how long a spec waits at the site if waits are cut short.
func (s Site) hurriedPatience(limit time.Duration) time.Duration {
	if s.Missed > 0 && s.Met == 0 {
		return 0
	}
	return limit / hurriedParts / hurriedParts
}

// anyMissed reports whether a spec has waited in vain anywhere.
func anyMissed(sites map[string]Site) bool {
	for name, s := range sites {
		if s.Missed > 0 && (name != siteEnds || s.Met == 0) { // where some end, who waits for any waits elsewhere too
			return true
		}
	}
	return false
}

// hopeless reports whether nobody waits at the site any more.
func (s Site) hopeless() bool {
	return s.Missed >= missedAll && s.Met == 0 || s.Missed >= missedOften && 2*s.Missed >= s.Met
}

// Patience is how long a spec waits where some have waited in vain, in parts of the time that
// specs usually have: a sixth, a tenth, a fiftieth, or none.
func (s Site) Patience(limit time.Duration) time.Duration {
	switch {
	case s.Missed < missedSome:
		return limit / laterParts
	case s.Missed < missedMany:
		return limit / 10
	case s.hopeless():
		return 0
	}
	return limit / 50
}

// After is the site after another spec has been there; cause is the spec's own, and own says that
// it is about the method that owes what is waited for.
func (s Site) After(missed bool, cause Cause, own bool) Site {
	if missed {
		if s.Missed == 0 || own && s.Own == 0 {
			s.Cause = cause
		}
		s.Missed++
		if own {
			s.Own++
		}
	} else if s.Missed > 0 {
		s.Met++
	}
	return s
}

// InVain says that nobody gets what is waited for at a site.
func InVain(site string) string {
	if method, call := strings.CutPrefix(site, returnOf); call {
		return method + " does not return"
	}
	return "waiting for " + site + " is in vain"
}

// IsReturn reports whether a wait point is the return of a call.
func IsReturn(site string) bool { return strings.HasPrefix(site, returnOf) }

// siteEnds is where whoever waits for the end of a request of ND2's waits, whichever it is. It
// tells of a provider that ends none at all, and of no other.
const siteEnds = "the end of any overlapped request"

// A wait is one for what is owed at a site.
type wait struct {
	// ctx ends when there is nothing more to wait for.
	ctx    context.Context
	cancel context.CancelFunc

	spec    context.Context
	footing *footing
	sites   []string
	began   time.Time
	limit   time.Duration
	pace    poll.Pace
	// known is what is known of the site at which most have waited in vain, at.
	known Site
	at    string
	// decides says that what does not come in a shortened wait is held against the provider.
	decides bool
}

// limits is how many times a route's patience goes into what a spec usually has.
const limits = 2 * patient

// await begins a wait at sites, each of which is named by what is waited for: "the end
// of Connector::Connect". The caller ends it by met or missed. The spec ends here if it
// is known that nothing comes.
func await(ctx context.Context, sites ...string) *wait {
	t, ok := ctx.Value(targetKey{}).(*Target)
	if !ok {
		t = &Target{} // nothing is known of any site
	}
	w := &wait{ctx: ctx, cancel: func() {}, spec: ctx, footing: &t.footing, sites: sites, at: sites[0], began: time.Now(), limit: limits * t.patience}
	for _, site := range sites {
		s := w.footing.site(site)
		if site == siteEnds && s.Met > 0 {
			continue // some do end
		}
		if s.Missed > w.known.Missed {
			w.known, w.at = s, site
		}
	}
	inVain, hurried, cause := w.footing.hurry()
	if !inVain && !hurried {
		if isProbe(w.footing.runningID()) {
			return w.shortened(w.limit / probeParts)
		}
		return w
	}
	patience := w.known.Patience(w.limit)
	own := w.footing.mayNotBeLeftOut() || w.isOfRunning() // a method's own spec, or the probe once more
	switch {
	case hurried && own:
		return w.shortened(w.limit / hurriedParts)
	case hurried:
		patience = min(patience, w.known.hurriedPatience(w.limit))
	case own || w.known.Missed < missedSome:
		return w.shortened(w.limit / laterParts)
	}
	if w.known.Missed == 0 {
		w.known.Cause = cause
	}
	if patience == 0 {
		because(w.known.Cause)
	}
	w.ctx, w.cancel = context.WithTimeout(ctx, patience)
	return w
}

// shortened has a wait end after a part of what a spec usually has: another spec has waited for all of
// it in vain. What does not come by then is held against the provider.
func (w *wait) shortened(patience time.Duration) *wait {
	w.decides = true
	w.ctx, w.cancel = context.WithTimeout(w.spec, patience)
	return w
}

// over reports whether the time to wait is up.
func (w *wait) over() bool { return w.ctx.Err() != nil }

// met ends a wait for what has come.
func (w *wait) met() {
	w.cancel()
	w.footing.tookLong(time.Since(w.began), w.limit)
	if w.known.Missed == 0 {
		return
	}
	for _, site := range w.sites {
		w.footing.note(&w.footing.met, site)
	}
}

// missed ends a wait for what did not come to the sites named. A spec that has waited as long as it can goes on, and
// fails; one that was to wait shorter than that, or has ended on another goroutine, has shown nothing, and ends.
func (w *wait) missed(sites ...string) {
	w.cancel()
	if endedElsewhere(w.spec) {
		ginkgo.Skip(errElsewhere.Error())
	}
	if w.spec.Err() == nil && !w.decides {
		w.footing.note(&w.footing.missed, w.at)
		because(w.known.Cause)
	}
	if took := time.Since(w.began); w.spec.Err() != nil && took <= w.limit/4 { // the time was spent elsewhere
		if why := w.footing.comesLate(took); why != "" {
			Unobservable(why)
		}
		return
	}
	for _, site := range sites {
		w.footing.note(&w.footing.missed, site)
	}
	if slices.Contains(w.sites, siteEnds) {
		w.footing.note(&w.footing.missed, siteEnds)
	}
}

func (f *footing) site(name string) Site {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sites[name]
}

// mayNotBeLeftOut reports whether the running spec is about a method that has failed to give
// something, and of whose specs too few have been seen to miss it.
func (f *footing) mayNotBeLeftOut() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.own
}

// isOwn is what [footing.mayNotBeLeftOut] reports of the spec with this id; f is locked.
func (f *footing) isOwn(id string) bool {
	most, limit := ownMost, ownAll
	if f.hurried {
		most, limit = 1, ownHurried
	}
	all, own := 0, false
	for name, s := range f.sites {
		all += s.Own
		own = own || s.Missed > 0 && s.Own < most && requirement.IsAbout(id, OwedBy(name))
	}
	return own && all < limit
}

// hurry reports whether a spec has waited in vain, and whether waits are cut short since the provider
// is not ready, and why.
func (f *footing) hurry() (inVain, hurried bool, cause Cause) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.inVain, f.hurried, f.notReady
}

// isOfRunning reports whether the spec that runs is the one that has waited in vain here.
func (w *wait) isOfRunning() bool {
	id := w.footing.runningID()
	return id != "" && w.known.Cause.Spec == id
}

func (f *footing) runningID() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.running
}

func (f *footing) note(list *[]string, site string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(*list, site) {
		*list = append(*list, site)
	}
}
