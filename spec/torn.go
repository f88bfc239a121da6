package spec

import (
	"fmt"

	"github.com/ndconform/ndconform/internal/memory"
)

// Torn returns a buffer of which the first bytes are in memory, with a pattern without a zero, and the
// others on a page that can't be read. Each part has at most a page. The buffer lasts until the spec
// ends.
func (s *Side) Torn(there, missing int) []byte {
	b, free, err := memory.Torn(there, missing)
	if err != nil {
		Impossible(fmt.Sprintf("the spec could not be set up: there is no memory before a page that can't be read: %v", err))
	}
	s.AtEnd(free)
	for i := range there {
		b[i] = byte(1 + i%255)
	}
	return b
}
