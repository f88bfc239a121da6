package model

import (
	"slices"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// Known lists the names of all transitions, sorted, except those that the driver counts
// itself. Which of them can be visited depends on what the adapters can do.
func Known() []string {
	names := []string{
		"cancel", "notify/canceled", "notify/fired", "watch/armed", "watch/canceled", "watch/fired",
		"modify/depth", "modify/threshold", "modify/refused", "resize/up", "resize/down", "receive/own", "receive/shared",
		"refused beside an ending", "connection/connected", "connection/prepared",
	}
	for _, k := range []nd2.NotifyType{nd2.NotifyAny, nd2.NotifySolicited, nd2.NotifyErrors} {
		names = append(names, "notify/"+k.String())
	}
	for _, how := range []program.Op{program.Flush, program.Disconnect, program.Drop, program.Fail, program.Remove} {
		names = append(names, "connection/"+string(how))
	}
	names = slices.Concat(names, knownRequests(), knownFailures(), knownConcurrent())
	slices.Sort(names)
	return names
}

func knownRequests() (names []string) {
	add := func(op program.Op, may nd2.OpFlags, others ...bool) {
		for f := range nd2.OpFlags(1 << 6) {
			for _, other := range others {
				if f&^may == 0 {
					names = append(names, string(op)+"/"+variant(f, other, op == program.Send && other))
				}
			}
		}
	}
	add(program.Send, sendFlags, false, true)
	add(program.Write, writeFlags, false, true)
	add(program.Read, readFlags, false, true)
	add(program.Bind, windowFlags, false)
	add(program.Invalidate, windowFlags, false, true)
	for _, kind := range []nd2.RequestType{
		nd2.RequestSend, nd2.RequestReceive, nd2.RequestWrite, nd2.RequestRead, nd2.RequestBind, nd2.RequestInvalidate,
	} {
		names = append(names, fullName(kind))
	}
	return names
}

func knownFailures() (names []string) {
	for _, way := range illegalRequests {
		kinds := []nd2.RequestType{nd2.RequestWrite, nd2.RequestRead}
		if way.sends {
			kinds = []nd2.RequestType{nd2.RequestSend}
		}
		for _, k := range kinds {
			names = append(names, "fail/"+way.name+" by "+k.String())
		}
	}
	return names
}

// knownConcurrent lists the pairs of operations that lanes do concurrently to one completion queue.
// No two lanes cancel its requests or resize it.
func knownConcurrent() (names []string) {
	for i, a := range program.Single() {
		for _, b := range program.Single()[i:] {
			if a != b || !slices.Contains([]program.Op{program.Cancel, program.Resize}, a) {
				names = append(names, concurrentName(a, b))
			}
		}
	}
	return names
}

func concurrentName(a, b program.Op) string { return string(a) + " beside " + string(b) }

// Coverage counts how often each transition of the model was visited, by its name.
type Coverage map[string]int

func (c Coverage) visit(name string) { c[name]++ }

// Add adds the visits of another run.
func (c Coverage) Add(other Coverage) {
	for name, n := range other {
		c[name] += n
	}
}
