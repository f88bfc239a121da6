package nic

import (
	"bytes"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers/ref/internal/rc"
)

// foundInCall reports whether a call must, by the quirk FoundInCall, refuse a request
// whose entries name unusable memory.
func (d *Domain) foundInCall(sge []nd2.SGE, need rights) bool {
	if !d.device.quirks.FoundInCall {
		return false
	}
	for i := range sge {
		e := &sge[i]
		if len(e.Buffer) > 0 && !d.device.allows(d, e.MemoryRegionToken, e.Buffer, need) {
			return true
		}
	}
	return false
}

// needOf returns the rights that a kind of request needs at this end.
func needOf(kind rc.Kind) rights {
	if kind == rc.Read {
		return localWrite | readSink
	}
	return 0
}

// spoil, by the quirk SpoiledSinks, overwrites the first n bytes of a list.
func (l *scatterList) spoil(d *Domain, n uint32, need rights) {
	if !d.device.quirks.SpoiledSinks {
		return
	}
	something := bytes.Repeat([]byte{0xe7}, 4096)
	for offset := uint32(0); offset < n; {
		part := something[:min(n-offset, uint32(len(something)))]
		l.scatter(d, offset, part, need)
		offset += uint32(len(part))
	}
}
