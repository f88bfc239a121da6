package doctor

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	p := Page{Program: "ndconform", Provider: "verbs", Sections: []Section{
		{"RDMA devices", []Fact{
			{Name: "devices", Says: "none", Lacking: true, Mend: "modprobe rdma_rxe"},
			{Name: "memory", Says: "1 GiB"},
		}},
		{"Network", []Fact{{Name: "UDP port 4791", Says: "free"}}},
	}}
	const want = `RDMA devices
! devices        none
                 -> modprobe rdma_rxe
  memory         1 GiB

Network
  UDP port 4791  free

A run with --provider=verbs can't start here: see the lines that begin with "!"
`
	if got := p.Text(); got != want {
		t.Errorf("%s\nand not\n%s", got, want)
	}
	p.Starts = true
	if got := p.Text(); !strings.HasSuffix(got, "A run can start: ndconform --provider=verbs\n") {
		t.Error(got)
	}
}

// Each probe finds something out here, and none takes what another one has.
func TestProbes(t *testing.T) {
	for _, p := range probes {
		if facts := Look(p.title); len(facts) == 0 || facts[0].Name == "" || facts[0].Says == "" {
			t.Errorf("%s: %+v", p.title, facts)
		}
	}
	if Look("Weather") != nil {
		t.Error("there is a probe of the weather")
	}
}

// A probe that crashes, or does not end, costs its section only.
func TestProbeThatFails(t *testing.T) {
	canceled, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("its time is over"))
	for _, c := range []struct {
		ctx       context.Context
		arguments []string
		says      string
	}{
		{t.Context(), []string{"-test.run=^$", "-test.nosuchflag"}, "exit status 2"},
		{canceled, []string{"-test.run=^$"}, "its time is over"},
	} {
		facts := probe{title: "Memory"}.apart(c.ctx, c.arguments)
		if !slices.ContainsFunc(facts, func(f Fact) bool { return strings.Contains(f.Says, c.says) }) {
			t.Errorf("%v: %+v", c.arguments, facts)
		}
	}
}

func TestSize(t *testing.T) {
	for bytes, want := range map[uint64]string{8 << 10: "8 KiB", 64 << 20: "64 MiB", 3 << 29: "1.5 GiB"} {
		if got := size(bytes); got != want {
			t.Errorf("%d bytes are %s, and not %s", bytes, got, want)
		}
	}
}
