package model

import (
	"testing"

	"github.com/ndconform/ndconform/explore/program"
	"github.com/ndconform/ndconform/nd2"
)

// A request that must fail is posted silently only if it can't succeed, since its result is waited for.
func TestAReadThatMustFailMayBeSilent(t *testing.T) {
	seen := map[nd2.RequestType]map[bool]bool{nd2.RequestRead: {}, nd2.RequestWrite: {}}
	for seed := range uint64(200) {
		w := connectedWorld(1, 0)
		if c := w.do(program.Fail, uint64(w.Active(0)), 0, seed); c != nil && seen[c.Request] != nil {
			seen[c.Request][c.Flags == nd2.SilentSuccess] = true
		}
	}
	if r, w := seen[nd2.RequestRead], seen[nd2.RequestWrite]; !r[true] || !r[false] || w[true] || !w[false] {
		t.Errorf("silent or not: %v", seen)
	}
}
