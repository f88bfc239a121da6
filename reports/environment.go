package reports

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/ndconform/ndconform/nd2"
)

// A fact is a row of the table of the environment.
type fact struct{ Name, Value string }

func environmentOf(run *Run) []fact {
	e, differ := run.Environment, differing(run)
	machines, host := "", e.Host
	if len(run.Machines) > 1 {
		machines, host = machinesText(run), ""
	}
	var facts []fact
	for _, f := range []fact{
		{"Provider", run.Provider},
		{"Provider version", cmp.Or(differ["provider version"], e.ProviderVersion)},
		{"Peer", run.Peer},
		{"Peer version", cmp.Or(differ["peer version"], e.PeerVersion)},
		{"Filters", strings.Join(run.Filters, ", ")},
		{"Selected profiles", strings.Join(run.Profiles, ", ")},
		{"Shard", run.Shard},
		{"Seed", strconv.FormatInt(run.Seed, 10)},
		{"Timeout scale", strconv.FormatFloat(cmp.Or(run.TimeoutScale, 1), 'g', -1, 64)},
		{"Documented codes", run.codesWords()},
		{"Command line", commandLine(e.CommandLine)},
		{"Started", instant(run.Started)},
		{"Ended", instant(run.Ended)},
		{"Took", duration(run.Seconds)},
		{"Suite", strings.TrimSpace(e.Program + " " + e.Version)},
		{"Commit", commit(e)},
		{"Digest of the binary", e.Binary},
		{"Build", e.BuildID},
		{"Digest of the suite", e.Suite},
		{"Digest of the catalogue", e.Catalogue},
		{"Machines", machines},
		{"Host", host},
		{"Platform", strings.Trim(e.OS+"/"+e.Arch, "/")},
		{"Kernel", cmp.Or(differ["kernel"], e.Kernel)},
		{"Provider's host", cmp.Or(differ["provider's host"], hostOf(e.ProviderHost))},
		{"Peer's host", cmp.Or(differ["peer's host"], hostOf(e.PeerHost))},
		{"Processor", cmp.Or(differ["processor"], e.Processor)},
		{"Processors", cmp.Or(differ["processors"], strconv.Itoa(e.CPUs))},
		{"RDMA devices", cmp.Or(differ["RDMA devices"], devices(e.RDMA))},
		{"Go", e.Go},
	} {
		if f.Value != "" {
			facts = append(facts, fact{f.Name, short(f.Value, 2000)})
		}
	}
	return facts
}

// hostOf describes another machine.
func hostOf(h *Host) string {
	if h == nil {
		return ""
	}
	return fmt.Sprintf("%s, %s/%s %s, with %s served by %s; its clock is %+.3f s ahead", h.Name, h.OS, h.Arch, h.Kernel, h.Provider, h.Version, h.ClockAhead)
}

func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func commandLine(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}

func commit(e Environment) string {
	if e.Commit != "" && e.Modified {
		return e.Commit + ", and files modified"
	}
	return e.Commit
}

func devices(list []RDMADevice) string {
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

// member returns the text of a member: sizes and counts as decimal numbers, and members
// made of bits in hex.
func member(info *nd2.AdapterInfo, f reflect.StructField) string {
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
