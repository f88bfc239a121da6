package spec

import (
	"context"
	"slices"
	"testing"
)

// TestEnding shows that steps run the latest first, and that all run even if a step fails or adds another.
func TestEnding(t *testing.T) {
	var ran []string
	step := func(name string) func(context.Context) {
		return func(context.Context) { ran = append(ran, name) }
	}
	var e ending
	e.steps = []func(context.Context){
		step("first"),
		func(context.Context) { e.steps = append(e.steps, step("added")) },
		func(context.Context) { panic("a failure") },
		step("last"),
	}
	func() {
		defer func() {
			if p := recover(); p != "a failure" {
				t.Errorf("recovered %v", p)
			}
		}()
		e.run(nil)
	}()
	if want := []string{"last", "first", "added"}; !slices.Equal(ran, want) {
		t.Errorf("ran %v, want %v", ran, want)
	}
	if len(e.steps) != 0 {
		t.Errorf("%d steps are left", len(e.steps))
	}
}
