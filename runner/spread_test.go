package runner

import (
	"fmt"
	"slices"
	"testing"
)

func TestSpread(t *testing.T) {
	var plan []Spec
	for folder := range 3 {
		for file := range 5 {
			for n := range 1 + 3*file {
				place := fmt.Sprintf("spec/f%d/%d.go:%d", folder, file, n)
				plan = append(plan, Spec{ID: place, Place: place})
			}
		}
	}
	ids := func(specs []Spec) (list []string) {
		for _, one := range specs {
			list = append(list, one.ID)
		}
		return list
	}
	const lanes = 3
	got := spread(plan, 1, lanes)
	if !slices.Equal(slices.Sorted(slices.Values(ids(got))), slices.Sorted(slices.Values(ids(plan)))) {
		t.Errorf("it has other specs than the plan: %v", ids(got))
	}
	if !slices.Equal(ids(got), ids(spread(plan, 1, lanes))) || slices.Equal(ids(got), ids(spread(plan, 2, lanes))) {
		t.Error("the seed does not decide the order")
	}
	first := func(seed int64) []string {
		return slices.Sorted(slices.Values(ids(spread(plan, seed, lanes)[:len(plan)/lanes])))
	}
	if slices.Equal(first(1), first(2)) {
		t.Error("a lane has the same specs whatever the seed is")
	}
	var files []string
	for _, one := range got {
		if len(files) == 0 || files[len(files)-1] != one.File() {
			files = append(files, one.File())
		}
	}
	if len(files) != 15 {
		t.Errorf("the specs of a file are apart: %v", files)
	}
	for lane := range lanes {
		folders := map[byte]int{}
		for _, one := range got[lane*len(got)/lanes : (lane+1)*len(got)/lanes] {
			folders[one.Place[len("spec/f")]]++
		}
		if len(folders) != 3 {
			t.Errorf("lane %d has specs of %d folders, not of all 3", lane, len(folders))
		}
	}
	if len(spread(nil, 1, 0)) != 0 {
		t.Error("there are specs out of none")
	}
}
