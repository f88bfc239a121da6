//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"runtime"
	"slices"
	"sync"
	"weak"

	"github.com/ndconform/ndconform/nd2"
)

// quarantine is how many OVERLAPPEDs whose clients are gone are kept out of use.
const quarantine = 256

// someTwins is how many OVERLAPPEDs are looked at each time an adapter is opened, of those whose
// requests ended last and of all. Looking at all took an eighth of the time of a run.
const someTwins = 512

// twins are the OVERLAPPEDs that an instance has given its DLL.
type twins struct {
	instance *instance

	mu        sync.Mutex
	byClient  map[weak.Pointer[nd2.Overlapped]]*twin
	byAddress map[uintptr]*twin
	// all are those of byAddress, and turn is which of them inspect begins with.
	all  []*twin
	turn int
	free []*twin
	// inDoubt are those whose clients are gone while something of the request was due.
	inDoubt []*twin

	// ended are the twins whose requests ended last, in a ring.
	endedMu sync.Mutex
	ended   [someTwins]*twin
	ends    int
}

func newTwins(i *instance) *twins {
	return &twins{instance: i, byClient: map[weak.Pointer[nd2.Overlapped]]*twin{}, byAddress: map[uintptr]*twin{}}
}

// of returns the twin of a client's OVERLAPPED.
func (ts *twins) of(v *nd2.Overlapped) *twin {
	key := weak.Make(v)
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t := ts.byClient[key]
	if t == nil {
		t = ts.vacant()
		t.client = key
		ts.byClient[key] = t
		runtime.AddCleanup(v, ts.orphan, key)
	}
	return t
}

// vacant returns a twin that no OVERLAPPED has.
func (ts *twins) vacant() *twin {
	if len(ts.inDoubt) > 0 {
		t := ts.inDoubt[0]
		ts.inDoubt = ts.inDoubt[1:]
		ts.retire(t)
	}
	if len(ts.free) > quarantine {
		t := ts.free[0]
		ts.free = ts.free[1:]
		t.check()
		return t
	}
	t := &twin{of: ts, block: newBlock(overlappedSize)}
	ts.byAddress[t.address()] = t
	ts.all = append(ts.all, t)
	return t
}

// orphan takes back the twin of an OVERLAPPED that is gone, unless its last request
// may still have consequences.
func (ts *twins) orphan(key weak.Pointer[nd2.Overlapped]) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	t := ts.byClient[key]
	delete(ts.byClient, key)
	ts.retire(t)
}

// retire puts a twin whose client is gone where it belongs.
func (ts *twins) retire(t *twin) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.armed || t.watched || t.packets != 0 || t.inProgress && !t.told {
		ts.inDoubt = append(ts.inDoubt, t)
		return
	}
	if t.inProgress { // nobody has asked how the request has ended
		t.end()
	}
	ts.free = append(ts.free, t)
}

// at returns the twin at an address, or nil.
func (ts *twins) at(address uintptr) *twin {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return ts.byAddress[address]
}

// inspect says what the DLL has done to OVERLAPPEDs whose requests were over, once: to one
// of those that ended last, or of others that it takes in turn.
func (ts *twins) inspect() error {
	ts.endedMu.Lock()
	last := slices.Clone(ts.ended[:min(ts.ends, someTwins)])
	ts.endedMu.Unlock()
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.turn >= len(ts.all) {
		ts.turn = 0
	}
	others := ts.all[ts.turn:min(ts.turn+someTwins, len(ts.all))]
	ts.turn += len(others)
	return errors.Join(firstFault(last), firstFault(others))
}

// noteEnd notes that a twin's request has ended.
func (ts *twins) noteEnd(t *twin) {
	ts.endedMu.Lock()
	defer ts.endedMu.Unlock()
	ts.ended[ts.ends%someTwins] = t
	ts.ends++
}

// inspectAll is inspect, for all of them.
func (ts *twins) inspectAll() error {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	return firstFault(ts.all)
}

// firstFault returns the first fault that was not told yet.
func firstFault(twins []*twin) error {
	for _, t := range twins {
		if fault := t.newFault(); fault != "" {
			return errors.New(fault)
		}
	}
	return nil
}
