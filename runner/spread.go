package runner

import (
	"cmp"
	"math/rand/v2"
	"path"
	"slices"
)

// spread orders specs for a number of lanes, each taking about one part. The specs of a file stay
// together, since a worker builds each container that holds one of its specs; the files of a folder,
// whose specs wait alike, are dealt to all lanes. The seed decides the rest.
func spread(specs []Spec, seed int64, lanes int) []Spec {
	random := rand.New(rand.NewPCG(uint64(seed), 0))
	specs = slices.Clone(specs)
	random.Shuffle(len(specs), func(i, k int) { specs[i], specs[k] = specs[k], specs[i] })
	files, folders := map[string][]Spec{}, map[string]int{}
	var order []string // mostly the largest first, so that the parts end up alike
	for _, one := range specs {
		file := one.File()
		if files[file] == nil {
			order = append(order, file)
			folders[path.Dir(file)] = cmp.Or(folders[path.Dir(file)], len(order))
		}
		files[file] = append(files[file], one)
	}
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Compare(folders[path.Dir(a)], folders[path.Dir(b)])
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
