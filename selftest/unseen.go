package selftest

import (
	"slices"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

// unseen says why neither side of the interface can see that a rule is broken, by its own calls, results,
// notifications and limits. It is empty if one side can.
func unseen(rule string) string {
	e, _ := requirement.Lookup(rule)
	switch {
	case e.Level != requirement.Must:
		return "it is advice"
	case !slices.Contains(watched, e.Profile):
		return "v1, NDK, COM and Microsoft's own habits are not watched"
	case e.Kind == requirement.Data && !slices.ContainsFunc(told, startsTo(rule)):
		return bytesOnly
	case slices.ContainsFunc(e.Needs, func(n requirement.Need) bool {
		return strings.HasPrefix(string(n), requirement.FaultPrefix)
	}):
		return "it takes a fault in the adapter or the network, which no program knows of"
	}
	for _, group := range unseenRules {
		if slices.ContainsFunc(group.starts, startsTo(rule)) {
			return group.why
		}
	}
	return ""
}

func startsTo(rule string) func(start string) bool {
	return func(start string) bool { return strings.HasPrefix(rule, start) }
}

// watched are the profiles whose calls the layer checks.
var watched = []requirement.Profile{requirement.Core, requirement.SRQ, requirement.Resize, requirement.MemoryWindow}

// told is how the ids of rules begin whose data are what a call returns, or whether it has access, and no bytes of
// messages.
var told = []string{
	"adapter.createqueuepair", "adapter.query", "connector.", "cq.", "listener.", "mr.bounds.", "mr.rights.", "mr.scope.",
	"mw.bounds.", "provider.", "qp.receive.shorter-message", "srq.getnotifyaffinity.", "srq.receive.queue-pair-context",
	"srq.receive.receive-completion-queue", "srq.receive.request-context",
}

const (
	bytesOnly  = "it shows in the bytes of memory only, which the layer does not look at"
	neverComes = "it is something that never comes, and the layer has no clock"
)

// unseenRules is how the ids of rules begin that nobody can see broken, and why.
var unseenRules = []struct {
	starts []string
	why    string
}{
	{[]string{"com."}, "COM's counts of references are not watched"},
	{
		[]string{
			"mr.rights.no-remote-write", "mr.bounds.write", "mr.deregister.ends-remote-writing", "mw.rights.read-only",
			"mw.bounds.write", "mw.invalidate.ends-writing", "adapter.creatememorywindow.invalidated",
			"mr.scope.other-adapter-remote",
		}, "a Write may have succeeded before the peer refuses it",
	},
	{
		[]string{
			"mr.deregister.in-flight", "mw.invalidate.in-flight", "qp.bind.fence", "qp.invalidate.fence", "qp.send.read-fence",
			"qp.write.read-fence", "qp.read.read-fence", "mw.token.", "mw.scope.",
		}, "whether a request in progress came before or after another shows in the bytes of memory only",
	},
	{
		[]string{
			"qp.error.ends-connection", "connector.storm", "connector.connect.patient", "listener.listen.",
			"listener.release.", "connector.reject.frees", "connector.reject.nd-success", "qp.write.remote-access",
		}, "it is what the other end hears, and when",
	},
	{
		[]string{
			"cq.notify.no-lost-wakeup", "cq.notify.never-stuck", "cq.notify.parallel", "cq.notify.since-last-notification",
			"cq.notify.solicited-by-flag", "cq.notify.any-by-each-request-type", "cq.notify.error-satisfies",
			"cq.notify.any-overrides", "cq.resize.keeps-", "srq.notify.releases-every-request",
			"srq.notify.fires-below-threshold", "srq.notify.counts", "srq.modify.", "srq.receive.no-starvation",
			"qp.peer-disconnect.canceled-locally", "qp.flush.one-result-each", "qp.disconnect.cancels-requests",
			"adapter.createqueuepairwithsrq.hardware-flow-control", "adapter.createqueuepairwithsrq.empty-queue",
		}, neverComes,
	},
	{
		[]string{"adapter.createoverlappedfile.closed-early", "connector.disconnect.frees-addresses"},
		"what is left behind shows in no call",
	},
}
