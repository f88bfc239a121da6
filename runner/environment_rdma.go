package runner

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/ndconform/ndconform/reports"
)

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
