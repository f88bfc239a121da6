package spec

import (
	"context"
	"strings"
)

// Until polls met until it holds. The spec fails if its time runs out first; what
// says what was waited for: "the first byte to arrive".
func Until(ctx context.Context, what string, met func() bool) {
	until(ctx, what, nil, what, met)
}

// UntilEnd polls until a request has ended, or met holds; or says what that is. The spec
// fails if its time runs out first.
func UntilEnd(ctx context.Context, request *Operation, or string, met func() bool) {
	site := request.site()
	until(ctx, site, nil, site+", or "+or, func() bool { return request.Done() || met() })
}

// UntilResult is Until for what a result would be enough for, or as many as were sent.
func UntilResult(ctx context.Context, what string, met func() bool) {
	until(ctx, siteResults, func() string { return siteOfResult(nil, siteResults) }, what, met)
}

// sitePackets is where whoever waits for a packet waits, whichever request it is of.
const sitePackets = "a packet at the completion port"

// UntilPacket is Until for the packet of a request.
func UntilPacket(ctx context.Context, request *Operation, what string, met func() bool) {
	site := what
	if method, known := request.method(); known {
		site = packetOf + method
		what += " (" + method + ")"
	}
	until(ctx, site, nil, what, met)
}

// pointsOf are the wait points of whoever waits at one: for a packet, that of all packets as well.
func pointsOf(site string) []string {
	if strings.HasPrefix(site, packetOf) || strings.Contains(site, "packet") {
		return []string{site, sitePackets}
	}
	return []string{site}
}

// until polls at a site; owes tells, if it is not nil, whose result is owed if nothing comes, and
// what says what was waited for.
func until(ctx context.Context, site string, owes func() string, what string, met func() bool) {
	w := await(ctx, pointsOf(site)...)
	for !met() {
		if w.over() {
			whose := site
			if owes != nil {
				whose = owes()
			}
			w.missed(append(pointsOf(site), whose)...)
			if whose != site {
				what += whatIsOwed(whose)
			}
			notGiven(whose, what, "nothing of the kind in time", "")
		}
		w.pace.Again(w.ctx)
	}
	w.met()
}
