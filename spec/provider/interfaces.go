package provider

import (
	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Provider", func() {
	It("has its interfaces", Covers("provider.interfaces"), func(ctx SpecContext) {
		local := Local(ctx)
		p, release := local.OwnProvider()
		ExpectInterfaces(p, nd2.IIDProvider)
		p.AddRef()
		releaseOther := Own(ctx, p)
		release()
		resolve(p, local.Sockaddr(0)) // by the reference that is left
		releaseOther()
	})

	It("can exist twice, and each is released on its own", Covers("provider.instantiated-again"), func(ctx SpecContext) {
		local := Local(ctx)
		one, release := local.OwnProvider()
		other := local.Provider()
		id := resolve(one, local.Sockaddr(0))
		Expect(resolve(other, local.Sockaddr(0))).To(Equal(id), "the id of the same address")
		release()
		expectInfo(openAdapter(ctx, other, id), local.Info.AdapterID)
	})
})
