package replay

import (
	"context"

	"github.com/ndconform/ndconform/calls/recorded"
)

// Text is the track of a text, which has one thread.
func Text(lines []recorded.Line) Track {
	sizes := map[string]int{}
	for _, line := range lines {
		grow(sizes, line)
	}
	return Track{Sizes: sizes, Each: func(ctx context.Context, f func(recorded.Line)) error {
		for _, line := range lines {
			if err := ctx.Err(); err != nil {
				return err
			}
			f(line)
		}
		return nil
	}}
}
