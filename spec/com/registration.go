package com

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// The values of a provider's registration. Source: NetworkDirectSPI.md, Registering a
// NetworkDirect provider; Winsock2.h.
const (
	deliveryOrderMessagesData = 0x2 | 0x4 | 0x8 | 0x80
	hiddenNetworkDirect       = 0x4 | 0x10
	version2AsWritten         = 2
	noSocketType              = -1
)

var _ = Describe("The Winsock catalogue", func() {
	DescribeTable("lists the provider with what the documents say",
		func(ctx SpecContext, check func(r providers.Registration)) {
			for _, r := range registrations(ctx) {
				check(r)
			}
		},
		Entry("(dwServiceFlags1)", Covers("com.registration.service-flags"), func(r providers.Registration) {
			Expect(hex(r.ServiceFlags&deliveryOrderMessagesData)).To(Equal(hex(deliveryOrderMessagesData)),
				"the four flags of dwServiceFlags1")
		}),
		Entry("(dwProviderFlags)", Covers("com.registration.provider-flags"), func(r providers.Registration) {
			Expect(hex(r.ProviderFlags&hiddenNetworkDirect)).To(Equal(hex(hiddenNetworkDirect)),
				"the two flags of dwProviderFlags")
		}),
		Entry("(iVersion)", Covers("com.registration.version"), func(r providers.Registration) {
			Expect(hex(uint32(r.Version))).To(BeElementOf(hex(nd2.Version2), hex(version2AsWritten)), "iVersion")
		}),
		Entry("(iVersion as it is looked for)", Covers("com.registration.version-looked-for"),
			func(r providers.Registration) {
				Expect(hex(uint32(r.Version))).To(Equal(hex(nd2.Version2)), "iVersion")
			}),
		Entry("(iAddressFamily)", Covers("com.registration.address-family"), func(r providers.Registration) {
			Expect(r.AddressFamily).To(BeElementOf(int32(nd2.AFInet), int32(nd2.AFInet6)), "iAddressFamily")
		}),
		Entry("(iSocketType)", Covers("com.registration.socket-type"), func(r providers.Registration) {
			Expect(r.SocketType).To(BeEquivalentTo(noSocketType), "iSocketType")
		}),
		Entry("(iProtocol)", Covers("com.registration.protocol"), func(r providers.Registration) {
			Expect(r.Protocol).To(BeZero(), "iProtocol")
			Expect(r.ProtocolMaxOffset).To(BeZero(), "iProtocolMaxOffset")
		}),
		Entry("(ProviderId)", Covers("com.registration.provider-id"), func(r providers.Registration) {
			Expect(r.ProviderID).NotTo(Equal(nd2.GUID{}), "ProviderId")
		}),
	)
})

// registrations returns the DLL's entries in the catalogue. A DLL that is not installed
// has none.
func registrations(ctx context.Context) []providers.Registration {
	list, err := COM(ctx).Registrations()
	Expect(err).NotTo(HaveOccurred(), "the error")
	if len(list) == 0 {
		Unobservable("the DLL is not in the Winsock catalogue")
	}
	return list
}

func hex(flags uint32) string { return fmt.Sprintf("%#x", flags) }
