package drive

import (
	"slices"

	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/providers"
)

// An impairment is what goes wrong on the network of an end while a program is carried out.
type impairment struct {
	kind providers.FaultKind
	undo func()
}

// impairments are those that a connection survives, however long they last.
var impairments = []providers.FaultKind{providers.Hold, providers.Unreliable}

func impairmentName(k providers.FaultKind) string { return "impair/" + string(k) }

// seldom is how many impairments hold packets back for each that loses some, which takes longer.
const seldom = 7

// impair makes something go wrong on the network, if the provider can inject that, or sets right
// what has gone wrong.
func (d *driver) impair(c *model.Call) {
	if d.impaired.undo != nil {
		d.restoreNetwork()
		return
	}
	kind := impairments[0]
	if c.Choice%(seldom+1) == 0 {
		kind = impairments[1]
	}
	s := d.side[c.End]
	undo := s.inject(kind)
	if undo == nil {
		return
	}
	d.impaired = impairment{kind, undo}
	d.log.note("end %d: the network of the adapter: %s", c.End, kind)
	d.world.Cover[impairmentName(kind)]++
}

// inject makes something go wrong in the adapter or on its network until undo is called; undo is
// nil if the provider can't inject that.
func (s *side) inject(kind providers.FaultKind) (undo func()) {
	injector, ok := s.Instance.(providers.FaultInjector)
	if !ok || !slices.Contains(injector.Faults(), kind) {
		return nil
	}
	undo, err := injector.Inject(providers.Fault{Kind: kind, Adapter: s.ID})
	if err != nil { // of another adapter perhaps
		return nil
	}
	return undo
}

// restoreNetwork ends what goes wrong on the network.
func (d *driver) restoreNetwork() {
	if d.impaired.undo != nil {
		d.log.note("the network is as before")
		d.impaired.undo()
	}
	d.impaired = impairment{}
}

// releasePackets releases held packets before the driver waits for something.
func (d *driver) releasePackets() {
	if d.impaired.kind == providers.Hold {
		d.restoreNetwork()
	}
}

// waits reports whether an operation waits for something from the other end.
func waits(op program.Op) bool {
	return op != program.Impair && (op == program.Disconnect || connects(op) || !slices.Contains(program.Single(), op))
}
