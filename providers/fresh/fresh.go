// Package fresh has variants of the engine that Microsoft's pages permit, written from
// the pages alone.
package fresh

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	interpose "github.com/ndconform/ndconform/calls"
	_ "github.com/ndconform/ndconform/providers/ref" // the engine
)

// A variant is a provider that is right and different.
type variant struct {
	id      string
	options string
	hooks   func() interpose.Hooks
}

// acted counts how often the chosen variant has been different.
var acted atomic.Int64

func act() { acted.Add(1) }

// counted returns the variant's hooks; with FRESH_LOG, how often they have acted is noted in
// that file as an instance closes.
func (v variant) counted() interpose.Hooks {
	var hooks interpose.Hooks
	if v.hooks != nil {
		hooks = v.hooks()
	}
	path := os.Getenv("FRESH_LOG")
	if path == "" {
		return hooks
	}
	return interpose.Chain(hooks, interpose.Hooks{Close: func() {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return
		}
		defer f.Close()
		fmt.Fprintln(f, v.id, acted.Swap(0))
	}})
}

var variants = []variant{
	{id: "tiny-limits", options: "max-sge=1,max-receive-sge=1,max-read-sge=1,max-inline=0,max-inbound-reads=1,max-outbound-reads=1," +
		"max-receive-depth=4,max-initiator-depth=4,max-srq-depth=0,max-cq-depth=8,max-registration=65536,max-transfer=65536"},
	{id: "odd-limits", options: "max-sge=5,max-receive-sge=3,max-read-sge=2,max-inline=37,max-inbound-reads=7,max-outbound-reads=3," +
		"max-receive-depth=333,max-initiator-depth=97,max-srq-depth=101,max-cq-depth=1021,max-registration=70001,max-transfer=300007,mtu=256"},
	{id: "private-data-limits", hooks: privateDataLimits},
	{id: "ipv6-only", hooks: ipv6Only},
	{id: "list-grows", hooks: listGrows},
	{id: "resolved-ids", hooks: resolvedIDs},
	{id: "vendor-info", hooks: vendorInfo},
	{id: "cq-depth-exclusive", hooks: depthExclusive},
	{id: "grants-max", hooks: grantsMax},
	{id: "token-extremes", hooks: tokenExtremes},
	{id: "sink-required", hooks: sinkRequired},
	{id: "touches-overlapped", hooks: touchesOverlapped},
	{id: "reject-pends", hooks: rejectPends},
	{id: "two-phase", hooks: twoPhase},
	{id: "cancel-late", hooks: cancelLate},
	{id: "cancel-unsuccessful", hooks: cancelUnsuccessful},
	{id: "disconnect-handshake", hooks: disconnectHandshake},
	{id: "moderated", hooks: moderated},
	{id: "last-qp-first", hooks: lastQPFirst},
	{id: "notifications-reversed", hooks: notificationsReversed},
	{id: "complete-connect-late", hooks: completeConnectLate},
	{id: "notify-disconnect-late", hooks: notifyDisconnectLate},
	{id: "lazy-registration", hooks: lazyRegistration},
	{id: "backlog-one", hooks: backlogOne},
	{id: "lazy-failures", hooks: lazyFailures},
}

func init() {
	var ids []string
	all := slices.Concat(variants, extras)
	for _, v := range all {
		ids = append(ids, v.id)
	}
	interpose.Register("fresh", "ref", "which of "+strings.Join(ids, ", "), func(id string) (interpose.Variant, error) {
		for _, v := range all {
			if v.id == id {
				return interpose.Variant{Options: v.options, Hooks: v.counted}, nil
			}
		}
		return interpose.Variant{}, fmt.Errorf("%q is not known", id)
	})
}
