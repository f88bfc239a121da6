package report

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/document"
	"github.com/ndconform/ndconform/reports/frame"
	"github.com/ndconform/ndconform/reports/speed"
)

// tilesOf are the figures that readers look for first: the latencies of 64 bytes, and the best of each other kind.
func tilesOf(r *speed.Report) []document.Tile {
	var tiles []document.Tile
	for _, op := range []string{"Send", "Write", "Read"} {
		var best *speed.Measurement
		for i := range r.Measurements {
			m := &r.Measurements[i]
			if m.Group == "latency" && m.Op == op && m.Wait == "poll" && len(m.Samples) > 0 &&
				(best == nil || away(m.Size, 64) < away(best.Size, 64)) {
				best = m
			}
		}
		if best != nil {
			tiles = append(tiles, tileOf(op+" latency", best, speed.Size(best.Size)+", polling"))
		}
	}
	for _, k := range []struct{ group, name string }{
		{"bandwidth", "Best bandwidth"}, {"rate", "Best message rate"},
	} {
		var best *speed.Measurement
		for i := range r.Measurements {
			m := &r.Measurements[i]
			if m.Group == k.group && len(m.Samples) > 0 && (best == nil || m.Median > best.Median) {
				best = m
			}
		}
		if best != nil {
			tiles = append(tiles, tileOf(k.name, best, bestWords(best)))
		}
	}
	return tiles
}

func tileOf(name string, m *speed.Measurement, meaning string) document.Tile {
	return document.Tile{
		Name: name, Figure: m.Value(m.Median), Within: "±" + speed.Percent(m.Uncertainty()), Meaning: meaning,
	}
}

func bestWords(m *speed.Measurement) string {
	parts := append([]string{m.Op + " of " + speed.Size(m.Size)}, m.Flags...)
	if m.QueuePairs > 0 {
		parts = append(parts, plural.Of(m.QueuePairs, "queue pair"))
	}
	if m.Batch > 1 {
		parts = append(parts, "batch "+strconv.Itoa(m.Batch))
	}
	return strings.Join(parts, ", ")
}

func harnessOf(r *speed.Report) []document.Fact {
	h := r.Harness
	list := [][2]string{
		{"Smallest step of the clock", speed.Time(h.ClockNanoseconds)},
		{"Reading the clock", speed.Time(h.ReadNanoseconds)},
		{"A timer of 1 ms is late by", speed.Time(h.TimerNanoseconds)},
	}
	const most = 100
	for i := range h.Null[:min(len(h.Null), most)] {
		m := &h.Null[i]
		list = append(list, [2]string{"On a provider that only copies bytes: " + m.Name, m.Value(m.Median)})
	}
	return document.Facts(list)
}

func environmentOf(r *speed.Report) []document.Fact {
	e := r.Environment
	return document.Facts([][2]string{
		{"Provider", r.Provider},
		{"Provider version", e.ProviderVersion},
		{"Provider's file", e.ProviderFile},
		{"Peer", cmp.Or(r.Peer, "the provider itself")},
		{"Peer version", e.PeerVersion},
		{"Only", strings.Join(r.Filters, ", ")},
		{"Rounds", strconv.Itoa(r.Rounds)},
		{"Command line", e.ShellCommand(e.CommandLine)},
		{"Started", r.Started.UTC().Format(time.RFC3339)},
		{"Took", frame.Duration(r.Seconds)},
		{"Suite", strings.TrimSpace(e.Program + " " + e.Version)},
		{"Commit", e.CommitWords()},
		{"Host", e.Host},
		{"Platform", strings.Trim(e.OS+"/"+e.Arch, "/")},
		{"Kernel", e.Kernel},
		{"Provider's host", reports.HostWords(e.ProviderHost)},
		{"Peer's host", reports.HostWords(e.PeerHost)},
		{"Processor", e.Processor},
		{"Processors", strconv.Itoa(e.CPUs)},
		{"RDMA devices", reports.DeviceWords(e.RDMA)},
		{"Go", e.Go},
	})
}
