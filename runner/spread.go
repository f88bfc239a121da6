package runner

import (
	"cmp"
	"math/rand/v2"
	"path"
	"slices"
)

// spread orders specs for so many lanes, which take one part each. The specs of a file stay together,
// since a worker builds each container that holds a spec of its own; the files of a folder, whose specs
// wait alike, are spread over the lanes. The seed decides the rest.
func spread(specs []Spec, seed int64, lanes int) []Spec {
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	specs = slices.Clone(specs)
	random.Shuffle(len(specs), func(i, k int) { specs[i], specs[k] = specs[k], specs[i] })
	files := map[string][]Spec{}
	var order []string
	for _, one := range specs {
		file := one.File()
		if files[file] == nil {
			order = append(order, file)
		}
		files[file] = append(files[file], one)
	}
	// The largest come first, so that the parts end up alike.
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(path.Dir(a), path.Dir(b)), cmp.Compare(len(files[b]), len(files[a])))
	})
	parts := make([][]Spec, max(1, lanes))
	for _, file := range order {
		least := 0
		for i := range parts {
			if len(parts[i]) < len(parts[least]) {
				least = i
			}
		}
		parts[least] = append(parts[least], files[file]...)
	}
	return slices.Concat(parts...)
}
