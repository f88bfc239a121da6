package nd1

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("Private data that is too long", func() {
	It("is refused by INDConnector::Connect", Covers("endpoint.connect.nd-buffer-overflow"), func(ctx SpecContext) {
		l, p := local(ctx), peer(ctx)
		active, passive := l.end(l.ordinary()), p.end(p.ordinary())
		_, address := passive.listen()
		Expect(active.connect(ctx, active.Endpoint, address,
			tooMuch(l.limits.MaxCallerData))).To(CompleteWith(nd2.BufferOverflow))
	})

	It("leaves a connector that can connect", Covers("endpoint.connect.retry-after-buffer-overflow"),
		func(ctx SpecContext) {
			l, p := local(ctx), peer(ctx)
			active, passive := l.end(l.ordinary()), p.end(p.ordinary())
			_, address := passive.listen()
			active.connect(ctx, active.Endpoint, address, tooMuch(l.limits.MaxCallerData)).Wait()
			join(ctx, active, passive)
			exchange(ctx, active, passive)
		})

	It("is refused by INDConnector::Accept", Covers("endpoint.accept.nd-buffer-overflow"), func(ctx SpecContext) {
		l, p := local(ctx), peer(ctx)
		active, passive := p.end(p.ordinary()), l.end(l.ordinary())
		connect := request(ctx, active, passive)
		Expect(passive.accept(ctx, passive.Endpoint, tooMuch(l.limits.MaxCalleeData))).To(CompleteWith(nd2.BufferOverflow))
		if connect.Done() { // the connector may be unusable, with what it held
			Expect(connect.Wait()).To(ReturnFailure())
		}
	})

	It("leaves a connector that can accept", Covers("endpoint.accept.retry-after-buffer-overflow"), func(ctx SpecContext) {
		l, p := local(ctx), peer(ctx)
		active, passive := p.end(p.ordinary()), l.end(l.ordinary())
		connect := request(ctx, active, passive)
		passive.accept(ctx, passive.Endpoint, tooMuch(l.limits.MaxCalleeData)).Wait()
		finish(ctx, connect, active, passive)
		exchange(ctx, active, passive)
	})
})

// tooMuch is a byte more private data than may be sent. The spec is unobservable if no
// fabric carries that much.
func tooMuch(most uintptr) []byte {
	const feasible = 1 << 20
	if most >= feasible {
		Unobservable(fmt.Sprintf("the spec would have to send more than %d bytes of private data", most))
	}
	return make([]byte, most+1)
}
