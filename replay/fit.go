package replay

import (
	"context"
	"fmt"
	"net/netip"
	"slices"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// A limit is a parameter that the adapter limits. set is nil if another value changes what the program means.
type limit struct {
	label     string
	has, most uint64
	set       func(uint64)
}

func limited[T int | uint32](label string, field *T, most uint32) limit {
	return limit{label, uint64(*field), uint64(most), func(n uint64) { *field = T(n) }}
}

// limits are those of a call's parameters. needs is how many bytes later calls need of the region that it registers.
func limits(c *recorded.Call, needs int, i nd2.AdapterInfo) []limit {
	count, length := uint64(len(c.Entries)), uint64(0)
	for _, e := range c.Entries {
		length += uint64(e.Length)
	}
	transfer := limit{"bytes", length, uint64(i.MaxTransferLength), nil}
	entries := func(most uint32) []limit { return []limit{{"entries", count, uint64(most), nil}, transfer} }
	switch c.Method {
	case "CreateCompletionQueue", "Resize":
		return []limit{limited("depth", &c.Depth, i.MaxCompletionQueueDepth)}
	case "CreateSharedReceiveQueue", "Modify":
		return []limit{
			limited("depth", &c.Depth, i.MaxSharedReceiveQueueDepth), limited("entries", &c.SGEs, i.MaxReceiveSGE),
		}
	case "CreateQueuePair", "CreateQueuePairWithSrq":
		return []limit{
			limited("receive-depth", &c.ReceiveDepth, i.MaxReceiveQueueDepth),
			limited("initiator-depth", &c.InitiatorDepth, i.MaxInitiatorQueueDepth),
			limited("receive-entries", &c.ReceiveSGEs, i.MaxReceiveSGE),
			limited("initiator-entries", &c.InitiatorSGEs, i.MaxInitiatorSGE),
			limited("inline", &c.InlineSize, i.MaxInlineDataSize),
		}
	case "Register":
		l := limited("bytes", &c.Place.Length, uint32(min(uint64(i.MaxRegistrationSize), mostBytes)))
		if uint64(needs) > l.most {
			l.set = nil
		}
		return []limit{l}
	case "Connect":
		return append(reads(c, i), limited("data", &c.Data, i.MaxCallerData))
	case "Accept", "Reject":
		return append(reads(c, i), limited("data", &c.Data, i.MaxCalleeData))
	case "Receive":
		return entries(i.MaxReceiveSGE)
	case "Read":
		return entries(i.MaxReadSGE)
	case "Send", "Write":
		if c.Flags&nd2.Inline == 0 {
			return entries(i.MaxInitiatorSGE)
		}
		plain := func(uint64) { c.Flags &^= nd2.Inline }
		return append(entries(i.MaxInitiatorSGE), limit{"inline bytes", length, uint64(i.MaxInlineDataSize), plain})
	}
	return nil
}

func reads(c *recorded.Call, i nd2.AdapterInfo) []limit {
	return []limit{
		limited("inbound-reads", &c.InboundReads, i.MaxInboundReadLimit),
		limited("outbound-reads", &c.OutboundReads, i.MaxOutboundReadLimit),
	}
}

// A fitter makes the lines of one track fit two ends.
type fitter struct {
	Track
	ends *ndclient.Ends
	at   map[string]int // the ends of objects
}

// fit changes a line so that its adapter has what it asks for, and says what it lacks; left says that this stays. A
// call that is to be refused stays as it is.
func (f *fitter) fit(line *recorded.Line, lacks func(text string, left bool)) {
	n, known := f.at[line.On]
	if line.Method == "OpenAdapter" {
		n, known = line.Adapter, true
		if f.Usage != nil {
			n = f.Usage.end(*line)
		}
	}
	if !known || n < 0 || n >= len(f.ends.End) || line.Refused() {
		return
	}
	f.at[line.Made] = n
	for _, l := range limits(&line.Call, f.Sizes[line.On], f.ends.End[n].Info) {
		if l.has <= l.most {
			continue
		}
		left := l.set == nil || l.most == 0 && l.label == "depth"
		lacks(fmt.Sprintf("%s: %s %d, and the adapter has %d", line.Method, l.label, l.has, l.most), left)
		if !left {
			l.set(l.most)
		}
	}
	f.address(line, n, lacks)
}

// address replaces an address that neither end has.
func (f *fitter) address(line *recorded.Line, n int, lacks func(text string, left bool)) {
	a, err := netip.ParseAddrPort(line.To)
	is := func(e ndclient.End) bool { return e.Address == a.Addr() }
	if err != nil || f.Usage != nil || slices.ContainsFunc(f.ends.End[:], is) {
		return
	}
	lacks(fmt.Sprintf("%s: %v is the address of neither adapter", line.Method, a.Addr()), false)
	line.To = fmt.Sprintf(":%d", a.Port())
	if line.Method == "Connect" {
		line.To = recorded.Sides[1-n] + line.To
	}
}

// Fit returns tracks whose limits, depths, registrations and addresses the ends have, as far as that leaves the
// program what it is.
func Fit(ends *ndclient.Ends, tracks []Track) []Track {
	fitting := slices.Clone(tracks)
	for i, t := range tracks {
		fitting[i].Each = func(ctx context.Context, to func(recorded.Line)) error {
			f := &fitter{t, ends, map[string]int{}}
			return t.Each(ctx, func(line recorded.Line) {
				f.fit(&line, func(string, bool) {})
				to(line)
			})
		}
	}
	return fitting
}

// A Lack is what the ends have not, at the first line that asks for it. Left says that [Fit] leaves it.
type Lack struct {
	Line recorded.Line
	Says string
	Left bool
}

// Lacks lists what the ends have not, the first ones only.
func Lacks(ctx context.Context, ends *ndclient.Ends, tracks []Track) (list []Lack, err error) {
	for _, t := range tracks {
		f := &fitter{t, ends, map[string]int{}}
		err = t.Each(ctx, func(line recorded.Line) {
			f.fit(&line, func(text string, left bool) {
				said := func(l Lack) bool { return l.Says == text }
				if len(list) < mostLacks && !slices.ContainsFunc(list, said) {
					list = append(list, Lack{line, text, left})
				}
			})
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// mostLacks is how many lacks are listed.
const mostLacks = 50
