package reports

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// A fact is a row of the table of the environment.
type fact struct{ Name, Value string }

// HostWords describes another machine.
func HostWords(h *Host) string {
	if h == nil {
		return ""
	}
	return fmt.Sprintf("%s, %s/%s %s, with %s served by %s; its clock is %+.3f s ahead", h.Name, h.OS, h.Arch, h.Kernel,
		h.Provider, h.Version, h.ClockAhead)
}

// DeviceWords describes RDMA devices.
func DeviceWords(list []RDMADevice) string {
	var texts []string
	for _, d := range list {
		text := d.Name
		for _, part := range []fact{{"firmware", d.Firmware}, {"board", d.Board}, {"hardware", d.Hardware}} {
			if part.Value != "" {
				text += fmt.Sprintf(", %s %s", part.Name, part.Value)
			}
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// AdapterMember returns the text of a member: sizes and counts as decimal numbers, and members
// made of bits in hex.
func AdapterMember(info *nd2.AdapterInfo, f reflect.StructField) string {
	if info == nil {
		return ""
	}
	n := reflect.ValueOf(*info).FieldByIndex(f.Index).Uint()
	switch f.Name {
	case "InfoVersion", "VendorID", "DeviceID", "AdapterID", "AdapterFlags":
		return fmt.Sprintf("0x%x", n)
	}
	return strconv.FormatUint(n, 10)
}

// Release names the release and the commit of the suite.
func (e Environment) Release() string { return strings.TrimSpace(e.Version + " " + e.Commit) }

// CommitWords say what the suite was built from; empty if that is not known.
func (e Environment) CommitWords() string {
	if e.Commit != "" && e.Modified {
		return e.Commit + ", and files modified"
	}
	return e.Commit
}
