package spec

import (
	"fmt"

	"github.com/ndconform/ndconform/internal/memory"
)

// Torn returns a buffer that begins in memory and ends where there is none: of its bytes
// there are so many, and so many are missing. Each part has at most a page, and those
// that are there hold a pattern without a zero. The buffer lasts until the spec ends.
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
