package explore

import (
	"testing"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
)

// An answer may be lost now and then, and not always.
func TestAnswersAreLostNowAndThen(t *testing.T) {
	for _, c := range []struct {
		name                          string
		doomed, silent, programs, bad int
	}{
		{"all answered", 3, 0, 50, 0},
		{"one of ten", 10, 1, 50, 0},
		{"none answered", 1, 1, 3, 0},
		{"none answered for long", 1, 1, 4, 1},
		{"half", 2, 1, 4, 1},
	} {
		var u unanswered
		bad := 0
		for range c.programs {
			if u.weigh(drive.Outcome{Unanswered: c.silent, Cover: model.Coverage{"connection/fail": c.doomed}}) != nil {
				bad++
			}
		}
		if bad != c.bad {
			t.Errorf("%s: found %d times", c.name, bad)
		}
	}
}
