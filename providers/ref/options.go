package ref

import (
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/ref/internal/fabric"
	"github.com/ndconform/ndconform/providers/ref/internal/nic"
)

func init() { providers.Register("ref", factory) }

// maxAdapters is how many adapters get addresses.
const maxAdapters = 254

// maxReads limits the Reads in progress on a connection: REQ and REP have 8 bits for them.
// bits for them.
const maxReads = 255

type options struct {
	adapters, basic int
	fabric          string
	listen          listening
	netns           fabric.Namespace
	impairments     fabric.Impairments
	patience        time.Duration
	keepalive       time.Duration
	limits          nic.Limits
	seed            uint64
	psn             firstPSN
	quirkNames      quirkList
	as              usage
	quirks          nic.Quirks
	flags           nd2.AdapterFlags
	// hooks are quirks around the engine.
	hooks calls.Hooks
	// six, linkLocal and manyAddresses are quirks of address lists; the others are quirks of the
	// adapters' objects.
	six, linkLocal, manyAddresses, spareInfo, oneObject bool
}

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	o := &options{limits: nic.DefaultLimits(), flags: nd2.AdapterInOrderDMA}
	l := &o.limits
	flags.IntVar(&o.adapters, "adapters", 2, "how many adapters to have")
	flags.IntVar(&o.basic, "basic-adapters", 1,
		"how many more that lack what is optional: shared receive queues and the resizing of completion queues")
	o.declareNetwork(flags)
	flags.Uint64Var(&o.seed, "seed", 1,
		"where tokens, numbers of queue pairs and ephemeral ports start, and which packets the impairments choose")
	flags.Var(&o.quirkNames, "habits",
		"behavior that the documents permit, or of an adapter that shipped, and the engine does not have otherwise, names "+
			"with + between them: "+
			strings.Join(quirkNames(), ", "))
	flags.Var(&o.as, "as",
		"what the engine follows where the documents leave a choice or contradict practice: documents; practice, which "+
			"is what programs written for ND2 depend on; or winof, an adapter as it was measured, with its faults")
	flags.IntVar(&l.MTU, "mtu", l.MTU, "the path MTU in bytes: 256, 512, 1024, 2048 or 4096")
	flags.Func("adapter-flags", "AdapterFlags, such as 0x10001; adapters can connect to themselves, and resize "+
		"completion queues, where the flags say so", o.setFlags)
	flags.Uint64Var(&l.Registration, "max-registration", l.Registration, "MaxRegistrationSize, in bytes")
	for _, v := range []struct {
		value       *uint32
		name, usage string
	}{
		{&l.InitiatorSGE, "max-sge", "MaxInitiatorSge"},
		{&l.ReceiveSGE, "max-receive-sge", "MaxReceiveSge"},
		{&l.ReadSGE, "max-read-sge", "MaxReadSge"},
		{&l.Transfer, "max-transfer", "MaxTransferLength, in bytes"},
		{&l.Inline, "max-inline", "MaxInlineDataSize, in bytes"},
		{
			&l.InboundReads, "max-inbound-reads",
			"MaxInboundReadLimit of the first adapter, at most 255; the others have twice as much",
		},
		{&l.OutboundReads, "max-outbound-reads", "MaxOutboundReadLimit likewise"},
		{&l.ReceiveDepth, "max-receive-depth", "MaxReceiveQueueDepth"},
		{&l.InitiatorDepth, "max-initiator-depth", "MaxInitiatorQueueDepth"},
		{&l.SharedReceiveDepth, "max-srq-depth", "MaxSharedReceiveQueueDepth; 0 for none"},
		{&l.CompletionDepth, "max-cq-depth", "MaxCompletionQueueDepth"},
		{&l.CallerData, "max-caller-data", "MaxCallerData, in bytes, at most 56"},
		{&l.CalleeData, "max-callee-data", "MaxCalleeData, in bytes, at most 148"},
	} {
		flags.Var((*number)(v.value), v.name, v.usage)
	}
	return func() (providers.Instance, error) {
		given := map[string]bool{}
		flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
		if err := o.as.set(flags, given); err != nil {
			return nil, err
		}
		o.count(given)
		o.wait(given)
		return o.open()
	}
}

// open opens an instance with the hooks of its quirks around it.
func (o *options) open() (providers.Instance, error) {
	i, err := open(o)
	switch {
	case err != nil:
		return nil, err
	case o.hooks.Call == nil:
		return i, nil
	}
	return calls.Wholly(i, o.hooks), nil
}

// setFlags takes AdapterFlags, and what they say of the adapters.
func (o *options) setFlags(s string) error {
	v, err := strconv.ParseUint(s, 0, 32)
	if err != nil {
		return fmt.Errorf("not flags of 32 bits")
	}
	o.flags = nd2.AdapterFlags(v)
	o.limits.CQResize = o.flags&nd2.AdapterCQResize != 0
	o.quirks.NoLoopback = o.flags&nd2.AdapterLoopbackConnections == 0
	return nil
}

// wait applies the usage's patience and the network's keepalive, except those given as options.
func (o *options) wait(given map[string]bool) {
	if !given["patience"] && o.fabric == overUDP {
		o.patience = o.as.patience()
	}
	if !given["keepalive"] && o.fabric == overUDP {
		o.keepalive = keepaliveOverUDP
	}
}

// count derives the number of adapters from the addresses in listen, unless it is given.
func (o *options) count(given map[string]bool) {
	if len(o.listen) == 0 {
		return
	}
	if !given["basic-adapters"] {
		o.basic = 0
	}
	if !given["adapters"] {
		o.adapters = len(o.listen) - o.basic
	}
}

// check says which option is impossible.
func (o *options) check() error {
	l := &o.limits
	for _, rule := range []struct {
		ok      bool
		problem string
	}{
		{
			o.adapters >= 1 && o.basic >= 0 && o.adapters+o.basic <= maxAdapters,
			fmt.Sprintf("adapters and basic-adapters: from 1 to %d adapters in all", maxAdapters),
		},
		{
			o.fabric == inMemory || o.fabric == overUDP,
			fmt.Sprintf("fabric: %q is not known; known: %s, %s", o.fabric, inMemory, overUDP),
		},
		{len(o.listen) == 0 || o.fabric == overUDP, "listen: only adapters with fabric=udp are at addresses of this machine"},
		{o.netns == "" || o.fabric == overUDP, "netns: only adapters with fabric=udp are in a network namespace"},
		{
			len(o.listen) == 0 || len(o.listen) == o.adapters+o.basic,
			fmt.Sprintf("listen: it places %d adapters, but adapters and basic-adapters ask for %d", len(o.listen),
				o.adapters+o.basic),
		},
		{
			l.MTU >= 256 && l.MTU <= 4096 && l.MTU&(l.MTU-1) == 0,
			fmt.Sprintf("mtu: %d is none of 256, 512, 1024, 2048 and 4096", l.MTU),
		},
		{l.Registration >= 1, "max-registration: at least 1"},
		{l.InitiatorSGE >= 1 && l.ReceiveSGE >= 1, "max-sge and max-receive-sge: at least 1"},
		{l.ReadSGE >= 1 && l.ReadSGE <= l.InitiatorSGE, "max-read-sge: from 1 to max-sge"},
		{
			l.CallerData <= nic.MaxCallerData && l.CalleeData <= nic.MaxCalleeData,
			fmt.Sprintf("max-caller-data and max-callee-data: at most %d and %d", nic.MaxCallerData, nic.MaxCalleeData),
		},
		{l.Transfer >= 1 && l.Transfer <= math.MaxInt32, "max-transfer: from 1 to 2147483647"},
		{l.InboundReads <= maxReads && l.OutboundReads <= maxReads, "max-inbound-reads and max-outbound-reads: at most 255"},
		{
			l.ReceiveDepth >= 1 && l.InitiatorDepth >= 1 && l.CompletionDepth >= 1,
			"max-receive-depth, max-initiator-depth and max-cq-depth: at least 1",
		},
	} {
		if !rule.ok {
			return fmt.Errorf("option %s", rule.problem)
		}
	}
	return nil
}

// A number is a flag whose value is a number of 32 bits.
type number uint32

// String implements [flag.Value].
func (n *number) String() string { return strconv.FormatUint(uint64(*n), 10) }

// Set implements [flag.Value].
func (n *number) Set(s string) error {
	v, err := strconv.ParseUint(s, 10, 32)
	if err != nil {
		return fmt.Errorf("not a number from 0 to %d", uint32(math.MaxUint32))
	}
	*n = number(v)
	return nil
}
