package connector

import (
	"bytes"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/check"
	. "github.com/ndconform/ndconform/spec/expect"
)

var _ = Describe("IND2Connector::GetPrivateData", func() {
	DescribeTable("returns the same data however often it is called,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			sent := bringPrivateData(a)
			for range 3 {
				expectPrivateData(a.Subject().Connector, sent, mostPrivateData(a))
			}
		}, eachEnd("connector.getprivatedata.nd-success"))

	It("returns the data of its own request, of many that wait", Covers("connector.getprivatedata.nd-success"),
		Variant("many-waiting"), LongTimeout, func(ctx SpecContext) {
			const many = 40 // more than a word has bits
			first := Attempting(ctx)
			if first.Active.Info.MaxCallerData == 0 {
				Unobservable("the adapter that connects takes no private data")
			}
			var connects, gets []*Operation
			var attempts []*Attempt
			for i := range many {
				a := first.Another()
				attempts, connects = append(attempts, a), append(connects, a.Connect([]byte{byte(i)}))
			}
			given := map[byte]bool{}
			for i, a := range attempts {
				gets = append(gets, a.Get())
				ended := func() (n int) { // those that were given are rejected
					for _, connect := range connects {
						if connect.Done() {
							n++
						}
					}
					return n
				}
				Until(ctx, "a request to be given, or refused", func() bool { return gets[i].Done() || ended() > i })
				if !gets[i].Done() {
					Unobservable("requests are refused for which nobody has asked")
				}
				Expect(gets[i]).To(CompleteWith(nd2.Success))
				b, size := make([]byte, 1), uint32(1)
				Expect(a.Passive.Connector.GetPrivateData(b, &size)).To(Return(nd2.Success, nd2.BufferOverflow))
				Expect(!given[b[0]]).To(BeSo("the data of its own request", "that of another one, too"))
				given[b[0]] = true
				Expect(a.Passive.Connector.Reject(nil)).To(rejected())
			}
		})

	DescribeTable("fills a buffer that is too small with the beginning of the data,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			sent := bringPrivateData(a)
			c := a.Subject().Connector
			needed := SizeNeeded(c.GetPrivateData)
			Expect(needed).To(BeNumerically(">=", len(sent)), "the size that is needed")
			for _, given := range []int{0, min(1, len(sent)-1), len(sent) - 1} {
				b := make([]byte, len(sent))
				size := uint32(given)
				ExpectRefusal(c.GetPrivateData(b[:given], &size), &size, needed, given)
				Expect(b[:given]).To(HoldBytes(sent[:given]))
				Expect(b[given:]).To(HoldBytes(make([]byte, len(sent)-given)), "what is behind the %d bytes given", given)
			}
		}, eachEnd("connector.getprivatedata.nd-buffer-overflow"))

	DescribeTable("says how much of the buffer it used,",
		func(ctx SpecContext, prepare preparation) {
			a := prepare(ctx)
			sent := bringPrivateData(a)
			ExpectSizeUsed(a.Subject().Connector.GetPrivateData, func(used []byte) { ExpectPrivateData(used, sent) })
		}, eachEnd("connector.getprivatedata.size-used"))

	It("returns what was sent with the rejection, and not what came before, when the peer has rejected",
		Covers("connector.getprivatedata.after-reject"), func(ctx SpecContext) {
			a := Attempting(ctx)
			most := a.Passive.Info.MaxCalleeData
			rejection := atMost([]byte("rejection"), most)
			connect := a.Request(atMost([]byte("request"), a.Active.Info.MaxCallerData))
			Expect(a.Passive.Connector.Reject(rejection)).To(rejected())
			Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			for range 2 {
				expectPrivateData(a.Active.Connector, rejection, max(most, a.Active.Info.MaxCalleeData))
			}
		})

	It("returns nothing of a first rejection when the peer has rejected again and sent nothing",
		Covers("connector.getprivatedata.after-reject"), Variant("again"), func(ctx SpecContext) {
			a := Attempting(ctx)
			rejection := atMost([]byte("rejection"), a.Passive.Info.MaxCalleeData)
			if len(rejection) == 0 {
				Unobservable("nothing can be sent with a rejection")
			}
			connect := a.Request(nil)
			Expect(a.Passive.Connector.Reject(rejection)).To(rejected())
			Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			expectPrivateData(a.Active.Connector, rejection, max(a.Passive.Info.MaxCalleeData, a.Active.Info.MaxCalleeData))

			a.Passive.Connector = a.Passive.Side.Connector()
			get, again := a.Get(), a.Connect(nil)
			Until(ctx, "the Connect to reach the peer, or to fail", func() bool { return get.Done() || again.Done() })
			if !get.Done() {
				a.Listener.CancelOverlappedRequests()
				get.Wait()
				Unobservable("a connector whose request was refused can't be used again")
			}
			Expect(get).To(CompleteWith(nd2.Success))
			Expect(a.Passive.Connector.Reject(nil)).To(rejected())
			Expect(again).To(CompleteAsRuled("connector.connect.nd-connection-refused"))
			found := make([]byte, 512)
			size := uint32(len(found))
			a.Active.Connector.GetPrivateData(found, &size)
			Expect(!bytes.HasPrefix(found, rejection)).To(BeSo("GetPrivateData without the data of the first rejection",
				"that data"))
		})

	It("returns what was sent with the acceptance when an earlier attempt had been rejected with other data",
		Covers("connector.getprivatedata.nd-success"), Variant("after-rejection"), func(ctx SpecContext) {
			a := Attempting(ctx)
			most := a.Passive.Info.MaxCalleeData
			connect := a.Request(nil)
			Expect(a.Passive.Connector.Reject(atMost([]byte("rejection"), most))).To(rejected())
			Expect(connect).To(CompleteAsRuled("connector.connect.nd-connection-refused"))

			a.Passive.Connector = a.Passive.Side.Connector()
			get, again := a.Get(), a.Connect(nil)
			UntilEnd(ctx, get, "the Connect to fail", again.Done)
			if !get.Done() {
				Unobservable("a connector whose request was refused can't be used again")
			}
			Expect(get).To(CompleteWith(nd2.Success))
			acceptance := atMost([]byte("accepted"), most)
			accept := a.Accept(acceptance)
			Expect(again).To(CompleteWith(nd2.Success))
			expectPrivateData(a.Active.Connector, acceptance, max(most, a.Active.Info.MaxCalleeData))
			a.Finish(accept)
		})

	DescribeTable("(for the record): for an established connection,",
		established(func(_ SpecContext, a *Attempt) {
			size := uint32(0)
			Record("GetPrivateData on an established connection: " + a.Subject().Connector.GetPrivateData(nil, &size).String())
		}), eachEnd("connector.getprivatedata.connected"))

	DescribeTable("returns ND_CONNECTION_INVALID",
		func(ctx SpecContext, bring func(a *Attempt)) {
			a := Attempting(ctx)
			bring(a)
			size := uint32(8)
			Expect(a.Active.Connector.GetPrivateData(make([]byte, 8), &size)).To(Return(nd2.ConnectionInvalid))
		},
		Entry("for a connector that is only bound", Covers("connector.getprivatedata.nd-connection-invalid"),
			func(*Attempt) {}),
		Entry("before the peer has answered", Covers("connector.getprivatedata.nd-connection-invalid"), Variant("connecting"),
			func(a *Attempt) { a.Request(nil) }),
	)

	It("fails when the adapter has been removed", Covers("connector.getprivatedata.nd-unsuccessful"),
		func(ctx SpecContext) {
			a := Awaiting(ctx)
			a.Request(nil)
			a.Passive.Inject(providers.Fault{Kind: providers.AdapterRemoved})
			size := uint32(8)
			Expect(a.Passive.Connector.GetPrivateData(make([]byte, 8),
				&size)).To(ReturnAsRuled("connector.getprivatedata.nd-unsuccessful"))
		})
})

// bringPrivateData goes on until the subject has got private data, which it
// gives.
func bringPrivateData(a *Attempt) (sent []byte) {
	if a.Subject() == a.Passive {
		sent = atMost(privateData(40), a.Active.Info.MaxCallerData)
		a.Request(sent)
		return sent
	}
	sent = atMost(privateData(40), a.Passive.Info.MaxCalleeData)
	connect := a.Request(nil)
	a.Accept(sent)
	Expect(connect).To(CompleteWith(nd2.Success))
	return sent
}

// mostPrivateData is how long the data may be made by padding.
func mostPrivateData(a *Attempt) uint32 {
	one, other := a.Subject().Info, a.Peer().Info
	if a.Subject() == a.Passive {
		return max(one.MaxCallerData, other.MaxCallerData)
	}
	return max(one.MaxCalleeData, other.MaxCalleeData)
}
