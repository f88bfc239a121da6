package legal

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/requirement"
)

// What is generated, and drawn by a seed, rather than thought up: each code that a page lets a
// call return at any time, at its first call and at later ones, and sums of three variants.

// anyTime are the codes that depend on the system's load alone, and not on what is asked for or on
// what others do. Source: IND2Adapter.md, IND2Adapter::Query, Remarks.
var anyTime = []nd2.Status{nd2.InsufficientResources, nd2.NoMemory}

// times are the calls of an instance at which the codes are returned.
var times = []int{1, 2, 5, 20}

// Codes lists a variant for each method of ND2 and each code of its page that it may return at any
// time, at one of several calls. They are not among [All].
func Codes() (list []Variant) {
	for _, e := range requirement.All() {
		status, known := nd2.StatusByName(e.Code)
		if !known || e.Kind != requirement.Return || !strings.HasPrefix(e.Interface, "IND2") || !slices.Contains(anyTime,
			status) {
			continue
		}
		for _, n := range times {
			list = append(list, codeAt(e, status, n))
		}
	}
	return list
}

// codePrefix begins the ids of [Codes]: "code-cq.resize-nd-no-memory-at-5".
const codePrefix = "code-"

func codeAt(e requirement.Entry, status nd2.Status, n int) Variant {
	rule, code := e.ID[:strings.LastIndex(e.ID, ".")], e.ID[strings.LastIndex(e.ID, ".")+1:]
	method := e.Interface + "::" + e.Method
	return Variant{
		ID:      fmt.Sprintf("%s%s-%s-at-%d", codePrefix, rule, code, n),
		Differs: fmt.Sprintf("Call %d of %s returns %v.", n, method, status),
		Permits: "The code is for a lack that may come and go with the load of the system.",
		Source:  e.Source,
		hooks:   func() calls.Hooks { return failingAt(method, status, n) },
	}
}

// failingAt has one call of a method of an instance fail.
func failingAt(method string, status nd2.Status, n int) calls.Hooks {
	var count atomic.Int64
	return calls.Hooks{Call: calls.At(method, func(c *calls.Call) nd2.Status {
		if count.Add(1) == int64(n) {
			return status
		}
		return c.Proceed()
	})}
}

// codeNamed finds one of [Codes], or a variant like them but for the number of the call.
func codeNamed(id string) (v Variant, ok bool) {
	for _, v := range Codes() {
		stem := v.ID[:strings.LastIndex(v.ID, "-")+1]
		number, cut := strings.CutPrefix(id, stem)
		if n, err := strconv.Atoi(number); cut && err == nil && n > 0 {
			return again(v, n), true
		}
	}
	return Variant{}, false
}

// again is a variant of [Codes] at another call.
func again(v Variant, n int) Variant {
	for _, e := range requirement.All() {
		status, _ := nd2.StatusByName(e.Code)
		if one := codeAt(e, status,
			times[0]); one.ID[:strings.LastIndex(one.ID, "-")] == v.ID[:strings.LastIndex(v.ID, "-")] {
			return codeAt(e, status, n)
		}
	}
	return v
}

// DrawCodes draws n of [Codes] by a seed.
func DrawCodes(seed int64, n int) []Variant {
	list := Codes()
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	random.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	list = list[:min(n, len(list))]
	slices.SortFunc(list, func(a, b Variant) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// DrawSums draws n sums of three variants by a seed. Every second one has iwarp in it, where
// requests end before they have arrived.
func DrawSums(seed int64, n int) (list []Variant) {
	all := registry().all
	random := rand.New(rand.NewPCG(uint64(seed), 3))
	for tries := 0; len(list) < n && tries < 100*n; tries++ {
		sum := registry().byID["iwarp"]
		if len(list)%2 == 1 || sum.ID == "" {
			sum = all[random.IntN(len(all))]
		}
		for parts := 1; parts < 3; parts++ {
			for range all {
				if both, err := combine(sum, all[random.IntN(len(all))]); err == nil {
					sum = both
					break
				}
			}
		}
		if strings.Count(sum.ID, "+") == 2 {
			list = append(list, sum)
		}
	}
	return list
}
