package reports_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/junit"
	"github.com/ndconform/ndconform/reports/markdown"
	"github.com/ndconform/ndconform/reports/text"
)

// spread is a run on three machines: two share a host, and one has another
// kernel and another adapter.
func spread() *reports.Run {
	run := clean()
	run.Machines = []reports.Machine{
		{Host: "node1", Kernel: "6.1", CPUs: 8, Adapter: &nd2.AdapterInfo{AdapterID: 1, MaxInlineDataSize: 64}},
		{Host: "node2", Kernel: "6.8", CPUs: 8, Adapter: &nd2.AdapterInfo{AdapterID: 2, MaxInlineDataSize: 128}},
		{Host: "node1", Kernel: "6.1", CPUs: 8, Adapter: &nd2.AdapterInfo{AdapterID: 3, MaxInlineDataSize: 64}},
	}
	run.Environment.Set(run.Machines[0])
	run.Specs[0].Machine = 2
	return run
}

func TestDifferences(t *testing.T) {
	want := []reports.Difference{
		{"kernel", []reports.DifferenceValue{{"6.1", []int{1, 3}}, {"6.8", []int{2}}}},
		{"adapter's MaxInlineDataSize", []reports.DifferenceValue{{"64", []int{1, 3}}, {"128", []int{2}}}},
	}
	if got := reports.DifferencesOf(spread()); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := reports.DifferencesOf(clean()); got != nil {
		t.Errorf("of one machine: %+v", got)
	}
}

// TestMachinesAreReported shows that every report says where a run was, and what
// differed.
func TestMachinesAreReported(t *testing.T) {
	run := spread()
	xml, err := junit.Report(run)
	if err != nil {
		t.Fatal(err)
	}
	jsonText, err := reports.JSON(run, aCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	page := string(pageOf(t, run))
	for report, says := range map[string][]string{
		string(text.Report(run, aCatalogue())): {
			"machines: node1 (0 specs), node2 (1 spec), node1 (2) (0 specs)\n",
			"machines differ: kernel 6.1 on node1, node1 (2); 6.8 on node2\n",
		},
		string(xml):      {`name="machines.differ" value="kernel 6.1 on node1, node1 (2); 6.8 on node2"`},
		string(jsonText): {`"what": "kernel"`, `"machine": 2`, `"host": "node2"`},
		page:             {"Machines", "6.1 on node1, node1 (2); 6.8 on node2", "64 on node1, node1 (2); 128 on node2"},
		string(markdown.Summary(run, aCatalogue())): {
			"Machines: node1 (0 specs)",
			"- They differ in the kernel: 6.1 on node1",
		},
	} {
		for _, s := range says {
			if !strings.Contains(report, s) {
				t.Errorf("%q is not in %.2000s", s, report)
			}
		}
	}
	if strings.Contains(page, `<th scope="row">Host`) {
		t.Error("one host is shown of several")
	}
}

// TestManyMachines shows that reports stay readable, and that a place that there is
// not is none.
func TestManyMachines(t *testing.T) {
	run := spread()
	for i := range 200 {
		run.Machines = append(run.Machines, reports.Machine{Host: fmt.Sprint("pod", i), Kernel: "6.1", CPUs: 8})
	}
	run.Specs[0].Machine = 999
	says := string(text.Machines(run))
	if len(says) > 4096 || !strings.Contains(says, " and 191 more\n") {
		t.Errorf("%d bytes: %.500s", len(says), says)
	}
	if run.PlaceName(run.Specs[0]) != "" || run.Place(run.Specs[0]).Host != "node1" {
		t.Error("a place that does not exist")
	}
}
