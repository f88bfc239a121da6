package spec

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
)

// InBackground runs work on a goroutine of
// its own; the channel is closed when it is done. A spec that fails meanwhile ends
// after it.
func InBackground(ctx context.Context, work func()) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer GinkgoRecover()
		work()
	}()
	AtEnd(ctx, func(context.Context) { <-done })
	return done
}
