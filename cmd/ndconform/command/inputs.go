package command

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/compare"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/runner/waivers"
)

// What the names begin with of the variables that change what a provider does, and that are noted for it: ND2's,
// those of the loader, of Go, of the C library's memory and of RDMA's libraries. Others of a provider's can't be
// told from a user's own, which are nobody else's business.
var notedVariables = []string{
	"ND", "LD_", "DYLD_", "GODEBUG", "GOGC", "GOMEMLIMIT", "GOMAXPROCS", "MALLOC_", "GLIBC_TUNABLES", "IBV_",
	"RDMA", "MLX",
}

// Words that say of a variable that its value is a secret.
var secretWords = []string{"SECRET", "TOKEN", "PASS", "KEY", "CREDENTIAL"}

// variablesOf lists the variables of an environment that a run goes by, sorted.
func variablesOf(environment []string) (list []reports.Input) {
	for _, v := range slices.Sorted(slices.Values(environment)) {
		name, value, _ := strings.Cut(v, "=")
		begins := func(start string) bool { return strings.HasPrefix(strings.ToUpper(name), start) }
		contains := func(word string) bool { return strings.Contains(strings.ToUpper(name), word) }
		if !slices.ContainsFunc(notedVariables, begins) {
			continue
		}
		if slices.ContainsFunc(secretWords, contains) {
			value = ""
		}
		list = append(list, reports.Input{Kind: reports.Variable, Name: name, Value: printable.Short(value, variableMost)})
	}
	return list
}

const variableMost = 200 // characters of a value

// What a run has read of the files that it goes by, each once, with the digest of what was read; it is
// empty where nothing could be.
type (
	waiversRead struct {
		list   []waivers.Waiver
		digest string
		err    error
	}
	baselineRead struct {
		side    compare.Side
		sources []string
		digest  string
		err     error
	}
)

// excuses reads the waivers that --waivers names.
func (f *runFlags) excuses() *waiversRead {
	if f.waiversRead == nil {
		r := &waiversRead{}
		r.list, r.digest, r.err = waivers.Read(f.waivers)
		f.waiversRead = r
	}
	return f.waiversRead
}

// excused are the waivers in force; none without --waivers.
func (f *runFlags) excused() ([]waivers.Waiver, error) {
	if f.waivers == "" {
		return nil, nil
	}
	read := f.excuses()
	if read.err != nil {
		return nil, exit.UsageError("--waivers: %v", read.err)
	}
	return read.list, nil
}

// known reads the run that --baseline names.
func (f *runFlags) known() *baselineRead {
	if f.baselineRead == nil {
		r, all := &baselineRead{}, sha256.New()
		r.side, r.sources, r.err = readSide(f.baseline, all)
		if r.err == nil {
			r.digest = hex.EncodeToString(all.Sum(nil))
		}
		f.baselineRead = r
	}
	return f.baselineRead
}

// inputs lists what a run goes by besides its command line. Whoever uses a file that can't be read says
// what is wrong.
func (a *app) inputs(f *runFlags) (list []reports.Input) {
	if f.configured != nil {
		list = append(list, *f.configured)
	}
	if f.baseline != "" {
		list = append(list, reports.Input{Kind: reports.Baseline, Name: f.baseline, SHA256: f.known().digest})
	}
	if f.waivers != "" {
		list = append(list, reports.Input{Kind: reports.WaiverFile, Name: f.waivers, SHA256: f.excuses().digest})
	}
	return append(list, a.variables...)
}
