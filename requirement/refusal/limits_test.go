package refusal

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// TestLimits: each limit has a rule, whose sentence names it, and a field.
func TestLimits(t *testing.T) {
	for _, l := range Limits {
		if e, ok := requirement.Lookup(l.Rule()); !ok || e.Method != l.Method {
			t.Errorf("%s: no rule of %s", l.Rule(), l.Method)
		}
		if l.Of(nd2.AdapterInfo{}) != 0 {
			t.Errorf("%s is %d of nothing", l.Name, l.Of(nd2.AdapterInfo{}))
		}
	}
}
