package spec

import (
	"context"
	"strings"

	"github.com/ndconform/ndconform/finding"
)

// Until polls met until it holds. The spec fails if its time runs out first; what
// says what was waited for: "the first byte to arrive".
func Until(ctx context.Context, what string, met func() bool) {
	until(ctx, what, what, met)
}

// UntilEnd polls until a request has ended, or met holds; or says what that is. The spec
// fails if its time runs out first.
func UntilEnd(ctx context.Context, request *Operation, or string, met func() bool) {
	site := request.site()
	until(ctx, site, site+", or "+or, func() bool { return request.Done() || met() })
}

// UntilResult is Until for what a result would be enough for, or as many as were sent.
func UntilResult(ctx context.Context, what string, met func() bool) {
	until(ctx, siteResults, what, met)
}

// sitePackets is where whoever waits for a packet waits, whichever request it is of.
const sitePackets = "a packet at the completion port"

// until polls at a site; what says what was waited for.
func until(ctx context.Context, site, what string, met func() bool) {
	if strings.Contains(site, "packet") {
		site = sitePackets
	}
	w := await(ctx, site)
	for !met() {
		if w.over() {
			w.missed(site)
			f := finding.Finding{Expected: what, Seen: "nothing of the kind in time"}
			if site == sitePackets {
				f.Method, f.Does = completesPort, doesNoPacket
			}
			fail(f)
		}
		w.pace.Again(w.ctx)
	}
	w.met()
}
