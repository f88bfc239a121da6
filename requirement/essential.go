package requirement

// ObservedPercent is the least share of a profile's MUST rules, in percent, that a run has to observe before the
// profile is met. The smallest adapters that were measured are above it: siw keeps 68 % of core.
const ObservedPercent = 60

// An Essential is something without which a profile means nothing to whoever buys an adapter.
type Essential struct {
	// Name says in a few words what a run must observe.
	Name string
	// Rules are the ids that stand for it: it is observed if one of them is.
	Rules []string
}

// essentials are those of the profiles that have some beside their Claim. Of resize, ndk and com the Claim is enough:
// they are one method, one object, one table of functions. Profile microsoft is never granted.
var essentials = map[Profile][]Essential{
	Core: {
		{"data moves in both directions", []string{"connector.accept.passive-sends-second"}},
		{"a Write reaches the peer's memory", []string{"qp.write.stores"}},
		{"two connections at once", []string{"cq.getresults.several-queue-pairs", "mr.scope.every-queue-pair"}},
		{"completions are notified", []string{"cq.notify.nd-success", "cq.notify.any-by-each-request-type"}},
		{"a connection is refused", []string{"connector.reject.nd-success"}},
		{"a connection is ended", []string{"connector.disconnect.nd-success"}},
		{"a wrong call is refused", []string{"qp.send.nd-connection-invalid"}},
		{"a failed request is reported", []string{
			"cq.getresults.send.nd-access-violation", "cq.getresults.send.nd-remote-error",
		}},
		{"memory is protected from a peer", []string{"mr.bounds.write", "cq.getresults.remote-access"}},
	},
	SRQ: {
		{"connections share a receive queue", []string{"srq.receive.shared-among-queue-pairs"}},
		{"a queue that runs low is notified", []string{"srq.notify.fires-below-threshold"}},
	},
	MemoryWindow: {
		{"a window opens memory to a peer", []string{"mw.token.before-result", "mw.rights.write-only"}},
		{"an invalidated window opens none", []string{"mw.invalidate.ends-writing"}},
	},
	ND1: {
		{"data moves through endpoints", []string{"endpoint.send.data"}},
	},
}

// Essentials are what a run must observe before the profile is met. The caller must not change them.
func (p Profile) Essentials() []Essential { return essentials[p] }
