package spec

import (
	"bytes"
	"fmt"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/expect"
)

// BytesOf is how many bytes a list names.
func BytesOf(list []nd2.SGE) (n int) {
	for _, e := range list {
		n += len(e.Buffer)
	}
	return n
}

// HoldBytes matches memory that holds want, to the last byte. A failure shows the
// first byte that differs, and how many do.
func HoldBytes(want []byte) types.GomegaMatcher { return expect.Matcher(&bytesMatcher{want: want}) }

// It looks once, since what it looks at may be changing, and may be another machine's.
type bytesMatcher struct{ want, seen []byte }

func (m *bytesMatcher) Match(actual any) (bool, error) {
	seen, ok := actual.([]byte)
	if !ok {
		return false, fmt.Errorf("memory holds bytes; a %T holds none", actual)
	}
	m.want, m.seen = Contents(m.want), Contents(seen)
	return bytes.Equal(m.seen, m.want), nil
}

// Finding implements [expect.Finder].
func (m *bytesMatcher) Finding(_ any, negated bool) finding.Finding {
	switch {
	case negated:
		return finding.Finding{Expected: fmt.Sprintf("other than the %d bytes given", len(m.want)), Seen: "the same"}
	case len(m.seen) != len(m.want):
		return finding.Finding{Expected: fmt.Sprintf("%d bytes", len(m.want)), Seen: fmt.Sprintf("%d bytes", len(m.seen))}
	}
	first, wrong := -1, 0
	for i := range m.seen {
		if m.seen[i] != m.want[i] {
			wrong++
			if first < 0 {
				first = i
			}
		}
	}
	return finding.Finding{
		Expected: fmt.Sprintf("%#02x at offset %d of %d bytes", m.want[first], first, len(m.seen)),
		Seen:     fmt.Sprintf("%#02x; %d bytes differ", m.seen[first], wrong),
	}
}
