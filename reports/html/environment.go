package html

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
)

func environmentOf(run *reports.Run) document.Section {
	s := document.Section{ID: "environment", Title: "Environment", Blocks: []document.Block{{Facts: factsOf(run)}}}
	if t := adapterOf(run); t != nil {
		s.Blocks = append(s.Blocks, document.Block{Heading: t.Name}, document.Block{Table: t})
	}
	return s
}

func factsOf(run *reports.Run) []document.Fact {
	e, differ := run.Environment, reports.Differing(run)
	machines, host := "", e.Host
	if len(run.Machines) > 1 {
		machines, host = reports.MachineCounts(run), ""
	}
	return document.Facts([][2]string{
		{"Provider", run.Provider},
		{"Provider version", cmp.Or(differ["provider version"], e.ProviderVersion)},
		{"Peer", run.Peer},
		{"Peer version", cmp.Or(differ["peer version"], e.PeerVersion)},
		{"Filters", strings.Join(run.Filters, ", ")},
		{"Selected profiles", strings.Join(run.Profiles, ", ")},
		{"Shard", run.Shard},
		{"Seed", strconv.FormatInt(run.Seed, 10)},
		{"Draw", run.Drawing.Words()},
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
		{"Commit", e.CommitWords()},
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
	})
}

func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// adapterOf has the members of ND2_ADAPTER_INFO, at both ends if they are known.
func adapterOf(run *reports.Run) *document.Table {
	e, differ := run.Environment, reports.Differing(run)
	if e.Adapter == nil && e.PeerAdapter == nil {
		return nil
	}
	t := &document.Table{
		Name: "The adapter, as IND2Adapter::Query gives it", Class: "adapter",
		Columns: document.Columns("Member", "Provider", "Peer"),
	}
	if e.PeerAdapter == nil {
		t.Columns = t.Columns[:2]
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[nd2.AdapterInfo]()) {
		own := cmp.Or(differ[reports.OwnAdapter+f.Name], frame.Numbers(reports.AdapterMember(e.Adapter, f)))
		peer := cmp.Or(differ[reports.PeerAdapter+f.Name], frame.Numbers(reports.AdapterMember(e.PeerAdapter, f)))
		row := document.Cells(f.Name, own, peer)
		t.Rows = append(t.Rows, document.Row{Cells: row[:len(t.Columns)]})
	}
	return t
}
