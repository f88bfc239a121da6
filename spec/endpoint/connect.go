package endpoint

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
)

var _ = Describe("Private data that is too long", func() {
	It("is refused by INDConnector::Connect, which can be tried again", Covers("endpoint.connect.nd-buffer-overflow"), func(ctx SpecContext) {
		l, p := local(ctx), peer(ctx)
		active, passive := l.end(l.ordinary()), p.end(p.ordinary())
		_, address := passive.listen()
		Expect(active.connect(ctx, active.Endpoint, address, make([]byte, l.limits.MaxCallerData+1))).To(CompleteWith(nd2.BufferOverflow))
		join(ctx, active, passive)
		exchange(ctx, active, passive)
	})

	It("is refused by INDConnector::Accept, which can be tried again", Covers("endpoint.accept.nd-buffer-overflow"), func(ctx SpecContext) {
		l, p := local(ctx), peer(ctx)
		active, passive := p.end(p.ordinary()), l.end(l.ordinary())
		connect := request(ctx, active, passive)
		Expect(passive.accept(ctx, passive.Endpoint, make([]byte, l.limits.MaxCalleeData+1))).To(CompleteWith(nd2.BufferOverflow))
		finish(ctx, connect, active, passive)
		exchange(ctx, active, passive)
	})
})
