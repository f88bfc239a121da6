package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"

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
		Catalogue: digest(requirement.All()), Suite: digest(claims(suite)),
	}
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

// rdmaDevices lists the RDMA devices that Linux shows in a folder of sysfs.
func rdmaDevices(folder string) []reports.RDMADevice {
	entries, err := os.ReadDir(folder)
	if err != nil { // there is no RDMA here
		return nil
	}
	var list []reports.RDMADevice
	for _, e := range entries {
		attribute := func(name string) string { return firstLine(filepath.Join(folder, e.Name(), name)) }
		list = append(list, reports.RDMADevice{
			Name: e.Name(), Firmware: attribute("fw_ver"), Board: attribute("board_id"), Hardware: attribute("hca_type"),
		})
	}
	return list
}

// firstLine returns a file's first line, or nothing.
func firstLine(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimSpace(line)
}
