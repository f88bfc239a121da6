package journal

import (
	"fmt"

	"github.com/ndconform/ndconform/reports"
)

// machines are those that a run has been on, in the order in which it came to them.
type machines struct {
	list   []reports.Machine
	opened []*Target // what was opened on each of list; nil if nothing was
	now    int       // which of list the run is on
}

// move continues the run on a machine, on which it may have been before.
func (m *machines) move(to reports.Machine) {
	for i, known := range m.list {
		if known.Same(to) {
			m.now = i
			return
		}
	}
	m.list, m.opened, m.now = append(m.list, to), append(m.opened, nil), len(m.list)
}

// open notes what the machine's providers say of themselves.
func (m *machines) open(t *Target) {
	m.opened[m.now] = t
	one := &m.list[m.now]
	one.ProviderVersion, one.PeerVersion = t.ProviderVersion, t.PeerVersion
	one.ProviderHost, one.PeerHost = t.ProviderHost, t.PeerHost
	one.Adapter, one.PeerAdapter = t.Adapter, t.PeerAdapter
}

// target is what was opened on the machine that the run is on.
func (m *machines) target() *Target { return m.opened[m.now] }

// used returns the machines on which providers were opened; place maps an index in
// m.list to the machine's place among those returned, from 1.
func (m *machines) used() (list []reports.Machine, place map[int]int) {
	place = map[int]int{}
	for i, t := range m.opened {
		if t != nil {
			list = append(list, m.list[i])
			place[i] = len(list)
		}
	}
	return list, place
}

// file returns the name and the digest of the file that the provider was loaded from.
func (m *machines) file() (name, digest string) {
	for _, t := range m.opened {
		if t != nil {
			return t.ProviderFile, t.ProviderSHA256
		}
	}
	return "", ""
}

// check refuses a provider other than the run's: on any machine from another file, and on
// the same machine of another version. Versions may differ between machines, since an
// adapter's firmware and the kernel add to them.
func (m *machines) check(t *Target) error {
	for _, b := range m.opened {
		if b != nil && b.ProviderSHA256 != t.ProviderSHA256 {
			return fmt.Errorf("the file of the provider changed during the run: %s, and before %s", t.ProviderSHA256,
				b.ProviderSHA256)
		}
	}
	b := m.target()
	if b != nil && (b.ProviderVersion != t.ProviderVersion || b.PeerVersion != t.PeerVersion) {
		return fmt.Errorf("the provider changed during the run: version %q, peer %q, and before %q, peer %q",
			t.ProviderVersion, t.PeerVersion, b.ProviderVersion, b.PeerVersion)
	}
	return nil
}
