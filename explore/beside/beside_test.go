package beside_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/explore/beside"
	_ "github.com/ndconform/ndconform/providers/ref"
	_ "github.com/ndconform/ndconform/selftest/mutant/all"
)

// program asks a queue for more results than it was created for, and for more than it may have.
const program = `adapter1 = provider1.OpenAdapter(local) → ND_SUCCESS
mr1 = adapter1.CreateMemoryRegion() → ND_SUCCESS
mr1.Register(64 bytes) → ND_SUCCESS
cq1 = adapter1.CreateCompletionQueue(depth 4) → ND_SUCCESS
cq1.Notify(ND_CQ_NOTIFY_ANY) → ND_PENDING
cq1.Resize(depth 8) → ND_SUCCESS
cq1.Resize(depth 99999999) → ND_INVALID_PARAMETER
`

// taken binds two listeners to one port; the engine has the other status that rulings accept.
const taken = `adapter1 = provider1.OpenAdapter(local) → ND_SUCCESS
listener1 = adapter1.CreateListener() → ND_SUCCESS
listener1.Bind(:5000) → ND_SUCCESS
listener2 = adapter1.CreateListener() → ND_SUCCESS
listener2.Bind(:5000) → ND_ADDRESS_ALREADY_ASSOCIATED
`

func TestCompare(t *testing.T) {
	for name, test := range map[string]struct {
		other string
		text  string
		want  beside.Counts
		rule  string
		calls int
	}{
		"the same": {"ref", program, beside.Counts{Same: 1}, "", 0},
		"a depth that is taken": {
			"mutant,id=cq.resize.nd-invalid-parameter/unnoticed", program,
			beside.Counts{Differ: 1},
			"cq.resize.nd-invalid-parameter", 3,
		},
		"a depth that is refused": {
			"mutant,id=cq.resize.nd-success/up-refused", program,
			beside.Counts{Differ: 1},
			"cq.resize.nd-invalid-parameter", 3,
		},
		"another status of the same rule": {
			"ref", taken, beside.Counts{Allowed: 1}, "", 0,
		},
		"what the provider does not do itself": {
			"ref", strings.Replace(program, "8) → ND_SUCCESS", "8) → ND_INVALID_PARAMETER", 1),
			beside.Counts{Unclear: 1},
			"", 0,
		},
	} {
		t.Run(name, func(t *testing.T) {
			pair, err := beside.Open("ref", "", test.other, 0)
			if err != nil {
				t.Fatal(err)
			}
			lines, err := recorded.Parse(strings.NewReader(test.text))
			if err != nil {
				t.Fatal(err)
			}
			var calls []recorded.Call
			for _, line := range lines {
				calls = append(calls, line.Call)
			}
			var counts beside.Counts
			d, err := pair.Compare(t.Context(), calls, &counts, func(string) bool { return false })
			if err != nil || counts != test.want {
				t.Fatalf("%+v, %v", counts, err)
			}
			if (d == nil) != (test.rule == "") || d != nil && (d.Rule != test.rule || len(d.Calls) != test.calls) {
				t.Errorf("%+v", d)
			}
		})
	}
}

func TestUnknown(t *testing.T) {
	if _, err := beside.Open("ref", "", "rfe", 0); err == nil || !strings.Contains(err.Error(), "rfe") {
		t.Error(err)
	}
}
