package calls

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

// carryOut makes a call of Send on an object with hooks, and notes in the trace
// when it reaches the provider, and with which flags.
func carryOut(hooks Hooks, flags nd2.OpFlags, trace *[]string) (*Call, nd2.Status) {
	c := &Call{Method: QPSend, Flags: flags}
	o := &Object{layer: newLayer(hooks)}
	return c, o.do(c, func(c *Call) nd2.Status {
		*trace = append(*trace, reached(c.Flags))
		c.Count++
		return nd2.Success
	})
}

func reached(flags nd2.OpFlags) string { return fmt.Sprintf("provider, flags %#x", uint32(flags)) }

// noting makes hooks that note when a call passes, and adds a flag to it.
func noting(name string, flag nd2.OpFlags, trace *[]string) Hooks {
	return Hooks{Call: func(c *Call) nd2.Status {
		*trace = append(*trace, name)
		c.Flags |= flag
		s := c.Proceed()
		*trace = append(*trace, name+" done")
		c.Count *= 10
		return s
	}}
}

func TestChainNestsCalls(t *testing.T) {
	var trace []string
	hooks := Chain(noting("outer", nd2.SilentSuccess, &trace), Hooks{}, noting("inner", nd2.ReadFence, &trace))
	c, s := carryOut(hooks, 0, &trace)
	want := []string{"outer", "inner", reached(nd2.SilentSuccess | nd2.ReadFence), "inner done", "outer done"}
	if !slices.Equal(trace, want) {
		t.Errorf("calls pass %q, want %q", trace, want)
	}
	if s != nd2.Success || c.Count != 100 {
		t.Errorf("the call ends with %v and %d, want success and 100", s, c.Count)
	}
}

func TestChainProceedsAsOftenAsAsked(t *testing.T) {
	var trace []string
	twice := Hooks{Call: func(c *Call) nd2.Status {
		c.Proceed()
		return c.Proceed()
	}}
	if c, _ := carryOut(Chain(twice, twice), 0, &trace); c.Count != 4 || len(trace) != 4 {
		t.Errorf("the provider is called %d times, counted as %d, want 4", len(trace), c.Count)
	}
}

// A hook may keep its call and proceed with it after it has returned: the call goes on
// from there.
func TestChainProceedsLater(t *testing.T) {
	for _, keeper := range []string{"outer", "inner"} {
		var trace []string
		var later func() nd2.Status
		keeping := Hooks{Call: func(c *Call) nd2.Status {
			later = c.Proceed
			return nd2.Pending
		}}
		passing := noting("other", 0, &trace)
		hooks := Chain(keeping, passing)
		want := []string{"other", reached(0), "other done"}
		if keeper == "inner" {
			hooks = Chain(passing, keeping)
			want = []string{"other", "other done", reached(0)}
		}
		if _, s := carryOut(hooks, 0, &trace); s != nd2.Pending {
			t.Errorf("%s: the call ends with %v, want %v", keeper, s, nd2.Pending)
		}
		if s := later(); s != nd2.Success || !slices.Equal(trace, want) {
			t.Errorf("%s: the call passes %q, and later ends with %v, want %q", keeper, trace, s, want)
		}
	}
}

func TestChainPassesResultsFromTheProviderOutward(t *testing.T) {
	adding := func(n uint32) Hooks {
		return Hooks{Results: Each(func(o *Outcome) { o.BytesTransferred = o.BytesTransferred*10 + n })}
	}
	got := Chain(adding(3), Hooks{}, adding(2), adding(1)).Results(nil, []Outcome{{}, {}})
	for _, o := range got {
		if o.BytesTransferred != 123 {
			t.Errorf("a result passes %d, want 123", o.BytesTransferred)
		}
	}
	if len(got) != 2 {
		t.Errorf("%d results arrive, want 2", len(got))
	}
}

func TestChainCallsEveryOnResult(t *testing.T) {
	var told []string
	telling := func(name string) Hooks {
		return Hooks{Call: Before(QPSend, func(c *Call) {
			c.OnResult(func(*Outcome) { told = append(told, name) })
		})}
	}
	var trace []string
	c, _ := carryOut(Chain(telling("outer"), telling("inner")), 0, &trace)
	c.ended(nil)
	if want := []string{"inner", "outer"}; !slices.Equal(told, want) {
		t.Errorf("a result is told to %q, want %q", told, want)
	}
}

func TestChainIsEarlyAndClosesIfOneDoes(t *testing.T) {
	closed := 0
	closing := Hooks{Close: func() { closed++ }}
	hooks := Chain(closing, Hooks{Early: true}, closing)
	hooks.Close()
	if !hooks.Early || closed != 2 {
		t.Errorf("early is %t and %d are closed, want true and 2", hooks.Early, closed)
	}
	if none := Chain(); none.Call != nil || none.Results != nil || none.Early || none.Close != nil {
		t.Error("a chain of nothing changes something")
	}
}
