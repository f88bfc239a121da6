package drive

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/selftest/legal"
)

// What variants do differently is no finding.
func TestVariantsAreSound(t *testing.T) {
	all := func(op program.Op) (steps []program.Step) {
		for n := range uint64(40) {
			steps = append(steps, program.Step{Op: op, Bits: n*0x9e3779b97f4a7c15<<16 | n&1})
		}
		return steps
	}
	for _, variant := range []string{"well-known-codes", "shipped-codes", "other-codes", "growing-list"} {
		for _, op := range []program.Op{program.Reject, program.Refuse, program.Ask} {
			open, err := Open("legal,id="+variant, "")
			if err != nil {
				t.Fatal(err)
			}
			ends, err := open()
			if err != nil {
				t.Fatal(err)
			}
			out, err := Run(t.Context(), ends, program.Generate(1, 0, program.Style{}).With(all(op)),
				Options{Limit: 10 * time.Second})
			if err != nil || out.Violation != nil {
				t.Errorf("%s, %s: %v, %v", variant, op, out.Violation, err)
			}
			if err := ends.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// Each of the calls that must be refused is made.
func TestEveryRefusalIsMade(t *testing.T) {
	open, err := Open("ref", "")
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if err != nil {
		t.Fatal(err)
	}
	var steps []program.Step
	for n := range uint64(5000) {
		op := program.Refuse
		switch n % 8 {
		case 0:
			if n/64%2 == 0 {
				op = program.Bind
			}
		case 1, 3:
			op = program.Settle
		case 2:
			if n/64%2 == 1 { // so that windows are free now, and bound then
				op = program.Invalidate
			}
		}
		steps = append(steps, program.Step{Op: op, Bits: n*0x9e3779b97f4a7c15<<16 | n/8&3})
	}
	p := program.Generate(1, 0, program.Style{}).With(steps)
	p.Config.Connections, p.Config.Shared, p.Config.Windows = 2, 4, 4
	out, err := Run(t.Context(), ends, p, Options{Limit: 10 * time.Second})
	if err != nil || out.Violation != nil {
		t.Fatal(out.Violation, err)
	}
	for _, r := range refusals {
		if out.Cover[r.name()] == 0 {
			t.Errorf("not made: %s", r.what)
		}
	}
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
}

// Whatever a provider does when connections are made, refused and abandoned, or waits are canceled, by
// one lane or by several, is no finding if the documents permit it.
func TestWaitsOfVariantsAreSound(t *testing.T) {
	onEachVariant(t, comingAndGoing(2))
}

// comingAndGoing makes and ends connections in several lanes, and waits for them.
func comingAndGoing(lanes int) program.Program {
	ops := []program.Op{
		program.Reject, program.Await, program.Withdraw, program.Connect, program.Reject, program.Await,
		program.Disconnect, program.Write,
	}
	var steps []program.Step
	for n := range uint64(200) {
		steps = append(steps, program.Step{
			Op: ops[n%uint64(len(ops))], Bits: n*n*0x9e3779b97f4a7c15<<16 | n/3%4,
			Lane: int(n/3%4/2) % lanes,
		})
		if n%8 == 7 {
			steps = append(steps, program.Step{Op: program.Settle})
		}
	}
	p := program.Generate(1, 0, program.Style{}).With(steps)
	p.Config.Connections = 2
	return p
}

// The removal of an adapter in the middle of everything is no finding, whatever else the documents permit.
func TestRemovalsOfVariantsAreSound(t *testing.T) {
	onEachVariant(t, removing(0), removing(1))
}

// removing has an adapter removed while requests of two connections are in progress, and requests for
// notifications wait at all their queues.
func removing(end uint64) program.Program {
	var steps []program.Step
	for n := range uint64(4) { // the ends of two connections
		steps = append(steps, program.Step{Op: program.Receive, Bits: n}, program.Step{Op: program.Receive, Bits: n<<16 | n})
	}
	for n := range uint64(16) {
		steps = append(steps, program.Step{Op: program.Notify, Bits: n*0x9e3779b97f4a7c15<<16 | n%4})
	}
	for n := range uint64(4) {
		steps = append(steps, program.Step{Op: program.Send, Bits: n}, program.Step{Op: program.Write, Bits: n})
	}
	p := program.Generate(1, 0, program.Style{}).With(append(steps, program.Step{Op: program.Remove, Bits: end}))
	p.Config.Connections = 2
	return p
}

// A provider may fail a request that must fail when it is posted, later, or after a first success: none of these is a
// finding if the documents permit it.
func TestFailuresOfVariantsAreSound(t *testing.T) {
	onEachVariant(t, failing(40))
}

// failing makes requests fail, times times in all, on two connections; one takes its Receives from a shared queue.
func failing(times uint64) program.Program {
	const peer = 1 // as a bit of a target
	var steps []program.Step
	for n := range times {
		on, choice := n%4, n*0x9e3779b97f4a7c15<<16
		for _, s := range []program.Step{
			{Op: program.Connect, Bits: on},
			{Op: program.Write, Bits: choice | on},
			{Op: program.Bind, Bits: choice | on ^ peer},
			{Op: program.Settle},
			{Op: program.Receive, Bits: choice | on ^ peer},
			{Op: program.Fail, Bits: choice | on},
		} {
			if s.Op != program.Receive || n%3 > 0 {
				steps = append(steps, s)
			}
		}
	}
	p := program.Generate(1, 0, program.Style{}).With(steps)
	p.Config.Connections, p.Config.Shared, p.Config.Windows = 2, 4, 2
	return p
}

// onEachVariant carries out programs on every legal variant, or in short on each eighth, which must show nothing.
func onEachVariant(t *testing.T, programs ...program.Program) {
	for n, v := range legal.All() {
		if testing.Short() && n%8 != 0 {
			continue
		}
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			for n, p := range programs {
				out := carriedOut(t, "legal,id="+v.ID, p)
				if out.Violation != nil {
					t.Errorf("program %d: %v\n%s", n, out.Violation, strings.Join(out.Calls, "\n"))
				}
			}
		})
	}
}

func carriedOut(t *testing.T, selector string, p program.Program) Outcome {
	t.Helper()
	open, err := Open(selector, "")
	if err != nil {
		t.Fatal(err)
	}
	ends, err := open()
	if errors.Is(err, ErrRefused) { // it has no other end
		t.SkipNow()
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := Run(t.Context(), ends, p, Options{Limit: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if err := ends.Close(); err != nil {
		t.Error(err)
	}
	return out
}
