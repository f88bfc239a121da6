package spec

import (
	"context"
	"runtime"

	"github.com/onsi/ginkgo/v2"
)

// Until polls met until it holds. The spec fails if its time runs out first; what
// says what was waited for: "the first byte to arrive".
func Until(ctx context.Context, what string, met func() bool) {
	ginkgo.GinkgoHelper()
	w := await(ctx, what)
	for !met() {
		if w.over() {
			w.missed(what)
			Unmet(what, "nothing of the kind in time")
		}
		runtime.Gosched()
	}
	w.met()
}
