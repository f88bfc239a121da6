package certificates

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/printable"
)

// codeRows list the files of code that the provider's process had beside the subject: programs that it has started
// first, and the system's files last, in one row.
func codeRows(list []reports.CodeFile, verbose bool) (rows [][]string) {
	var libraries [][]string
	var system []string
	for _, f := range list {
		switch {
		case f.Executed:
			rows = append(rows, []string{"started", f.String()})
		case f.System && !verbose:
			system = append(system, filepath.Base(f.Path))
		default:
			libraries = append(libraries, []string{"loaded", f.String()})
		}
	}
	rows = append(rows, libraries...)
	if len(system) > 0 {
		count := plural.Of(len(system), "file")
		rows = append(rows, []string{"loaded", fmt.Sprintf("%s of the system's: %s", count, reports.Few(system, fewSpecs))})
	}
	return rows
}

// machineOf describes a machine of a certificate in one line: its host, its platform,
// and how many specs it has judged.
func machineOf(m certificate.Machine) string {
	parts := []string{m.Host, m.Kernel, m.Processor, plural.Of(m.CPUs, "processor")}
	for _, d := range m.RDMA {
		parts = append(parts, joined(d.Name, d.Hardware, d.Board, d.Firmware))
	}
	parts = append(parts, versionOf("provider", m.ProviderVersion), versionOf("peer", m.PeerVersion),
		plural.Of(m.Specs, "spec"))
	line := ""
	for _, part := range parts {
		if part != "" {
			line += ", " + part
		}
	}
	return strings.TrimPrefix(line, ", ")
}

func versionOf(what, version string) string {
	if version == "" {
		return ""
	}
	return what + " " + printable.Short(version, claimMost)
}
