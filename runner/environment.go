package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"runtime"
	"slices"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/requirement"
)

// Environment describes the machine and the suite, for the reports. It copies no
// environment variable. The caller adds what it knows of the program.
func Environment(suite []Spec) reports.Environment {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	return reports.Environment{
		Host: host, OS: runtime.GOOS, Arch: runtime.GOARCH, Go: runtime.Version(), CPUs: runtime.NumCPU(),
		Kernel: kernel(), Processor: processor(), RDMA: rdmaDevices("/sys/class/infiniband"),
		Catalogue: rules(), Suite: digest(claims(suite)),
	}
}

// rules returns the digest of the catalogue. Which of its rules are provisional is a
// part of it: these demand something else in the next release.
func rules() string {
	all := requirement.All()
	if !slices.ContainsFunc(all, requirement.Entry.Provisional) {
		return digest(all)
	}
	return digest([]any{all, requirement.Release()})
}

// claims lists each spec's id with what it claims. Two suites with equal claims are
// the same suite, wherever their code is.
func claims(suite []Spec) [][]string {
	list := make([][]string, len(suite))
	for i, s := range suite {
		list[i] = append([]string{s.ID}, s.Requirements...)
	}
	return list
}

// digest returns the SHA-256 of v's JSON form, in hex.
func digest(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic("runner: " + err.Error()) // v is made of strings and numbers
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
