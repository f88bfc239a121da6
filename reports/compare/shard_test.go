package compare

import (
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestShardOfNothingJudged shows that a shard of specs that were not judged before is no regression,
// and that a spec that ran in some shards counts as run.
func TestShardOfNothingJudged(t *testing.T) {
	was := run(1, map[string]reports.Verdict{"a": reports.Fail, "b": reports.NotRun})
	for id, want := range map[string]bool{"b": false, "a": true} {
		is := run(2, map[string]reports.Verdict{id: reports.NotRun})
		is.Shard = "2/2"
		if got := broken(was, is) != ""; got != want {
			t.Errorf("shard of %s: %v", id, got)
		}
	}
}
