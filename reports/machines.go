package reports

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports/frame"
)

// A Machine is where a run, or a part of it, took place, and what the providers and
// their adapters said of themselves there.
type Machine struct {
	// All members are as in [Environment].
	Host            string           `json:"host,omitempty"`
	Kernel          string           `json:"kernel,omitempty"`
	Processor       string           `json:"processor,omitempty"`
	CPUs            int              `json:"cpus"`
	RDMA            []RDMADevice     `json:"rdma,omitempty"`
	ProviderVersion string           `json:"providerVersion,omitempty"`
	PeerVersion     string           `json:"peerVersion,omitempty"`
	ProviderHost    *Host            `json:"providerHost,omitempty"`
	PeerHost        *Host            `json:"peerHost,omitempty"`
	Adapter         *nd2.AdapterInfo `json:"adapter,omitempty"`
	PeerAdapter     *nd2.AdapterInfo `json:"peerAdapter,omitempty"`
}

// Machine returns the machine that an environment describes.
func (e Environment) Machine() Machine {
	return Machine{
		Host: e.Host, Kernel: e.Kernel, Processor: e.Processor, CPUs: e.CPUs, RDMA: e.RDMA,
		ProviderVersion: e.ProviderVersion, PeerVersion: e.PeerVersion, ProviderHost: e.ProviderHost, PeerHost: e.PeerHost,
		Adapter: e.Adapter, PeerAdapter: e.PeerAdapter,
	}
}

// Set replaces the machine of an environment.
func (e *Environment) Set(m Machine) {
	e.Host, e.Kernel, e.Processor, e.CPUs, e.RDMA = m.Host, m.Kernel, m.Processor, m.CPUs, m.RDMA
	e.ProviderVersion, e.PeerVersion = m.ProviderVersion, m.PeerVersion
	e.ProviderHost, e.PeerHost = m.ProviderHost, m.PeerHost
	e.Adapter, e.PeerAdapter = m.Adapter, m.PeerAdapter
}

// Same reports whether two machines are the same one, whatever was opened there. A
// machine whose kernel or firmware has changed counts as another one.
func (m Machine) Same(other Machine) bool {
	return m.Host == other.Host && m.Kernel == other.Kernel && m.Processor == other.Processor && m.CPUs == other.CPUs &&
		slices.Equal(m.RDMA, other.RDMA)
}

// Places lists the machines that the run was on: Machines, or the only one there is.
func (r *Run) Places() []Machine {
	if len(r.Machines) > 0 {
		return r.Machines
	}
	return []Machine{r.Environment.Machine()}
}

// Place returns the machine that judged a spec of the run.
func (r *Run) Place(s Spec) Machine {
	if s.Machine < 1 || s.Machine > len(r.Machines) {
		return r.Environment.Machine()
	}
	return r.Machines[s.Machine-1]
}

// PlaceName returns the name of the machine that judged a spec, or nothing if the run
// was on one machine.
func (r *Run) PlaceName(s Spec) string {
	if s.Machine < 1 || s.Machine > len(r.Machines) {
		return ""
	}
	return r.machineNames()[s.Machine-1]
}

// machineNames returns a name for each of Machines: its host, with an addition that
// tells machines of the same host apart.
func (r *Run) machineNames() []string {
	names, count := make([]string, len(r.Machines)), map[string]int{}
	for i, m := range r.Machines {
		names[i] = m.Host
		if m.Host == "" {
			names[i] = "a machine without a name"
		}
		count[m.Host]++
		if n := count[m.Host]; n > 1 {
			names[i] += fmt.Sprintf(" (%d)", n)
		}
	}
	return names
}

// A Difference is something in which the machines of a run differ.
type Difference struct {
	// What is a kernel, say, or a member of the adapter's limits.
	What   string            `json:"what"`
	Values []DifferenceValue `json:"values"`
}

// A DifferenceValue is a value that some of the machines have; it is empty for machines
// that have none.
type DifferenceValue struct {
	Value string `json:"value"`
	// Machines are places in the run's Machines, from 1.
	Machines []int `json:"machines"`
}

// DifferencesOf lists how the machines of a run differ, apart from their names
// and the ids of their adapters.
func DifferencesOf(run *Run) []Difference {
	if len(run.Machines) < 2 {
		return nil
	}
	all := make([][]fact, len(run.Machines))
	for i, m := range run.Machines {
		all[i] = m.facts()
	}
	var list []Difference
	for f, first := range all[0] {
		d := Difference{What: first.Name}
		for i := range all {
			d.add(all[i][f].Value, i+1)
		}
		if len(d.Values) > 1 {
			list = append(list, d)
		}
	}
	return list
}

func (d *Difference) add(value string, machine int) {
	i := slices.IndexFunc(d.Values, func(v DifferenceValue) bool { return v.Value == value })
	if i < 0 {
		i, d.Values = len(d.Values), append(d.Values, DifferenceValue{Value: value})
	}
	d.Values[i].Machines = append(d.Values[i].Machines, machine)
}

// facts lists what machines may differ in, in the same order for each machine.
func (m Machine) facts() []fact {
	list := []fact{
		{"provider version", m.ProviderVersion},
		{"peer version", m.PeerVersion},
		{"provider's host", timeless(m.ProviderHost)},
		{"peer's host", timeless(m.PeerHost)},
		{"kernel", m.Kernel},
		{"processor", m.Processor},
		{"processors", strconv.Itoa(m.CPUs)},
		{"RDMA devices", DeviceWords(m.RDMA)},
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[nd2.AdapterInfo]()) {
		if f.Name != "AdapterID" {
			list = append(list, fact{OwnAdapter + f.Name, AdapterMember(m.Adapter, f)},
				fact{PeerAdapter + f.Name, AdapterMember(m.PeerAdapter, f)})
		}
	}
	return list
}

// timeless describes another machine without its clock, which is never the same.
func timeless(h *Host) string {
	if h == nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprintf("%s, %s/%s %s, with %s served by %s", h.Name, h.OS, h.Arch, h.Kernel, h.Provider,
		h.Version))
}

// How the names of an adapter's facts begin.
const (
	OwnAdapter  = "adapter's "
	PeerAdapter = "peer adapter's "
)

// MachineCounts names the machines, each with how many specs it has judged.
func MachineCounts(run *Run) string {
	judged := make([]int, len(run.Machines)+1)
	for _, s := range run.Specs {
		if s.Machine >= 0 && s.Machine < len(judged) {
			judged[s.Machine]++
		}
	}
	names := run.machineNames()
	for i := range names {
		names[i] += " (" + plural.Of(judged[i+1], "spec") + ")"
	}
	return Few(names, mostNames)
}

// Text says which machines have which value.
func (d Difference) Text(run *Run) string {
	names := run.machineNames()
	parts := make([]string, len(d.Values))
	for i, v := range d.Values {
		on := make([]string, len(v.Machines))
		for j, m := range v.Machines {
			on[j] = names[m-1]
		}
		switch {
		case v.Value == "":
			v.Value = "none"
		case strings.HasPrefix(d.What, OwnAdapter) || strings.HasPrefix(d.What, PeerAdapter):
			v.Value = frame.Numbers(v.Value)
		}
		parts[i] = fmt.Sprintf("%s on %s", v.Value, Few(on, mostNames))
	}
	return strings.Join(parts, "; ")
}

// Differing returns what the machines differ in, by its name.
func Differing(run *Run) map[string]string {
	texts := map[string]string{}
	for _, d := range DifferencesOf(run) {
		texts[d.What] = d.Text(run)
	}
	return texts
}

// mostNames is how many names of machines or values are listed.
const mostNames = 12

// Few lists the first of many names, and how many more there are.
func Few(names []string, most int) string {
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
