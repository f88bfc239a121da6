package html

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/ndconform/ndconform/reports/frame"

	"github.com/ndconform/ndconform/reports"

	"github.com/ndconform/ndconform/reports/printable"
)

// A fact is a row of the table of the environment.
type fact struct{ Name, Value string }

func environmentOf(run *reports.Run) []fact {
	e, differ := run.Environment, reports.Differing(run)
	machines, host := "", e.Host
	if len(run.Machines) > 1 {
		machines, host = reports.MachineCounts(run), ""
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
		{"Challenge", run.Challenge},
		{"Timeout scale", strconv.FormatFloat(cmp.Or(run.TimeoutScale, 1), 'g', -1, 64)},
		{"Went by", strings.Join(run.WentBy(), "; ")},
		{"Documented codes", run.CodeWords()},
		{"Command line", e.ShellCommand(e.CommandLine)},
		{"Inputs", e.InputWords()},
		{"Started", instant(run.Started)},
		{"Ended", instant(run.Ended)},
		{"Took", frame.Duration(run.Seconds)},
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
		{"Provider's host", cmp.Or(differ["provider's host"], reports.HostWords(e.ProviderHost))},
		{"Peer's host", cmp.Or(differ["peer's host"], reports.HostWords(e.PeerHost))},
		{"Processor", cmp.Or(differ["processor"], e.Processor)},
		{"Processors", cmp.Or(differ["processors"], strconv.Itoa(e.CPUs))},
		{"RDMA devices", cmp.Or(differ["RDMA devices"], reports.DeviceWords(e.RDMA))},
		{"Go", e.Go},
	} {
		if f.Value != "" {
			facts = append(facts, fact{f.Name, printable.Short(f.Value, 2000)})
		}
	}
	return facts
}

func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func commit(e reports.Environment) string {
	if e.Commit != "" && e.Modified {
		return e.Commit + ", and files modified"
	}
	return e.Commit
}
