package reports

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// A fact is a row of the table of the environment.
type fact2 struct{ Name, Value string }

func environmentOf(run *Run) []fact2 {
	e, differ := run.Environment, differing(run)
	machines, host := "", e.Host
	if len(run.Machines) > 1 {
		machines, host = machinesText(run), ""
	}
	var facts []fact2
	for _, f := range []fact2{
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
		{"Command line", command(e.CommandLine)},
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
			facts = append(facts, fact2{f.Name, Short(f.Value, 2000)})
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

func commit(e Environment) string {
	if e.Commit != "" && e.Modified {
		return e.Commit + ", and files modified"
	}
	return e.Commit
}
