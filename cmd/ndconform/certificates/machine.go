package certificates

import (
	"strings"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports/printable"
)

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
